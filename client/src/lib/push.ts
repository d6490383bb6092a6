/** A browser that is told of turns while the page is closed. */
import type { Table } from "./table.svelte";

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/push.js");
  return navigator.serviceWorker.ready;
}

const text = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Ask to be told of turns in this browser, or no longer; what to say about it. */
export async function tellHere(table: Table, key: string, on: boolean): Promise<string> {
  if (on && (await Notification.requestPermission()) !== "granted") return "This browser does not allow notifications from this page.";
  let subscription: PushSubscription | null;
  try {
    const { pushManager } = await worker();
    subscription = await pushManager.getSubscription();
    if (on) subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return "This browser cannot be told while the page is closed.";
  }
  if (!subscription) return "";
  const keys = { p256dh: text(subscription.getKey("p256dh")), auth: text(subscription.getKey("auth")) };
  const done = await table.do("push", { endpoint: subscription.endpoint, ...keys, on });
  if (!done) return table.notice?.text ?? "";
  return on ? "This browser will tell you when your turn begins, even while the page is closed." : "This browser no longer tells you.";
}
