import "@fontsource-variable/source-sans-3/wght.css";
import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/base.css";
import "./styles/board.css";

mount(App, { target: document.getElementById("app") as HTMLElement });
