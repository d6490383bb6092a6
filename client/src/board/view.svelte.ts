import { fit, pan, show, viewBox, within, zoom, type Camera, type Point, type Size } from "./camera";
import type { Laid } from "./laid";

/** A box of the board is shown with no more than so many units about its middle. */
const WIDEST = 200;

/** Pixels at the edge of the window where hardly anything of a piece is seen. */
const RIM = 8;

/** What of the board is in its window, and who has put it there. */
export class View {
  screen = $state.raw<Size>({ width: 800, height: 600 });
  /** The upper right corner, which buttons cover. */
  corner = $state.raw<Size>({ width: 0, height: 0 });
  camera = $state.raw<Camera>({ x: 0, y: 0, unit: 1 });
  /** A piece that is dragged to where it shall go: from there to the pointer. */
  carried = $state.raw<{ from: Point; to: Point } | null>(null);
  /** A box that is drawn about pieces, from one corner to the pointer. */
  boxed = $state.raw<{ from: Point; to: Point } | null>(null);
  /** The whole board is shown, and stays whole when its room changes. */
  fitted = true;
  /** Nobody has moved the board yet: it is shown again as at first when its room changes. */
  untouched = true;
  /** Somebody has moved the board: then it stays where it is while something that may be chosen is in sight. */
  moved = false;
  /** A counter is at least so many pixels wide where there is room for it. */
  readonly readable: number;
  readonly #laid: Laid;

  constructor(laid: Laid, readable: number) {
    this.#laid = laid;
    this.readable = readable;
  }

  board: Size = $derived.by(() => {
    const { drawing, scene } = this.#laid;
    return { width: drawing?.width ?? scene.size[0], height: drawing?.height ?? scene.size[1] };
  });
  box = $derived.by(() => viewBox(this.camera, this.screen));

  /** From here on the board stays where the player has put it. */
  #seized(): void {
    this.fitted = this.untouched = false;
    this.moved = true;
  }

  whole(): void {
    this.#seized();
    this.fitted = true;
    this.camera = fit(this.board, this.screen);
  }
  nearer(factor: number): void {
    this.zoom(factor, { x: this.screen.width / 2, y: this.screen.height / 2 });
  }
  /** Zoom about a point of the window. */
  zoom(factor: number, at: Point): void {
    this.#seized();
    this.camera = zoom(this.camera, factor, at.x, at.y, this.board, this.screen);
  }
  pan(dx: number, dy: number): void {
    this.#seized();
    this.camera = pan(this.camera, dx, dy, this.board, this.screen);
  }

  /** Bring one thing into the window, moving no more than needed. */
  show(spot: Point & Size): void {
    const width = Math.min(spot.width, WIDEST);
    const height = Math.min(spot.height, WIDEST);
    this.camera = show(this.camera, { x: spot.x - width / 2, y: spot.y - height / 2, width, height }, this.board, this.screen);
  }

  /** All of them, as near as that allows; `otherwise` in the middle where that would be too far away to read. */
  showAll(spots: readonly Point[], otherwise?: Point): void {
    const { drawing } = this.#laid;
    if (spots.length === 0 || !drawing) return;
    const room = drawing.counter * (otherwise ? 3 : 1);
    const left = Math.min(...spots.map((s) => s.x)) - room;
    const right = Math.max(...spots.map((s) => s.x)) + room;
    const top = Math.min(...spots.map((s) => s.y)) - room;
    const bottom = Math.max(...spots.map((s) => s.y)) + room;
    const readable = drawing.largest / this.readable;
    const { width, height } = this.screen;
    // What would come to lie under the buttons is kept clear of them.
    const free = width - this.corner.width;
    const near = Math.max((right - left) / free, (bottom - top) / height, drawing.counter / (this.readable * 1.1));
    const far = otherwise !== undefined && near > readable * 1.3;
    const middle = far ? otherwise : { x: (left + right) / 2, y: (top + bottom) / 2 };
    const unit = far ? readable : near;
    this.fitted = this.untouched = false; // but nobody has put it there: the next decision may look elsewhere
    const y = middle.y - (height * unit) / 2;
    const whole = within({ x: middle.x - (width * unit) / 2, y, unit }, this.board, this.screen);
    this.camera = whole;
    if (!far && spots.some((spot) => this.#covered(this.onScreen(spot)))) this.camera = { ...whole, x: middle.x - (free * unit) / 2 };
  }
  #covered({ x, y }: Point): boolean {
    return x > this.screen.width - this.corner.width && y < this.corner.height;
  }

  /** The window has another size: what is in the middle stays there. */
  resize(screen: Size): void {
    const before = this.screen;
    this.screen = screen;
    if (this.fitted) this.camera = fit(this.board, screen);
    else this.camera = pan(this.camera, (screen.width - before.width) / 2, (screen.height - before.height) / 2, this.board, screen);
  }

  /** Whether it can be seen and pointed at: what lies on the very rim or under the buttons cannot. */
  inSight(point: Point): boolean {
    const at = this.onScreen(point);
    return at.x > RIM && at.y > RIM && at.x < this.screen.width - RIM && at.y < this.screen.height - RIM && !this.#covered(at);
  }
  /** A point of the window on the board, and the other way round. */
  onBoard(point: Point): Point {
    return { x: this.camera.x + point.x * this.camera.unit, y: this.camera.y + point.y * this.camera.unit };
  }
  onScreen(point: Point): Point {
    return { x: (point.x - this.camera.x) / this.camera.unit, y: (point.y - this.camera.y) / this.camera.unit };
  }
}
