/** The part of the board that is on screen: a box in board units with the shape of the window. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Board units for one pixel. */
  readonly unit: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How far one may zoom in and out, against the size at which the whole board fits. */
const CLOSEST = 12;
const FARTHEST = 1.25;

export function fit(board: Size, screen: Size): Camera {
  const unit = Math.max(board.width / Math.max(screen.width, 1), board.height / Math.max(screen.height, 1)) || 1;
  return { x: (board.width - screen.width * unit) / 2, y: (board.height - screen.height * unit) / 2, unit };
}

export function clamp(camera: Camera, board: Size, screen: Size): Camera {
  const whole = fit(board, screen).unit;
  const unit = Math.min(Math.max(camera.unit, whole / CLOSEST), whole * FARTHEST);
  return { x: hold(camera.x, board.width, screen.width * unit), y: hold(camera.y, board.height, screen.height * unit), unit };
}

/** A board smaller than the window is centred; a larger one never leaves the window's middle. */
function hold(at: number, board: number, window: number): number {
  if (window >= board) return (board - window) / 2;
  return Math.min(Math.max(at, -window / 2), board - window / 2);
}

/** The same nearness with no more emptiness beside the board than must be: for what is shown without being asked for. */
export function within(camera: Camera, board: Size, screen: Size): Camera {
  const { unit } = clamp(camera, board, screen);
  const keep = (at: number, all: number, window: number): number => (window >= all ? (all - window) / 2 : Math.min(Math.max(at, 0), all - window));
  return { x: keep(camera.x, board.width, screen.width * unit), y: keep(camera.y, board.height, screen.height * unit), unit };
}

/** Zoom by a factor (over 1 is closer) so that the point under the pointer stays under it. */
export function zoom(camera: Camera, factor: number, px: number, py: number, board: Size, screen: Size): Camera {
  const whole = fit(board, screen).unit;
  const unit = Math.min(Math.max(camera.unit / factor, whole / CLOSEST), whole * FARTHEST);
  return clamp({ x: camera.x + px * (camera.unit - unit), y: camera.y + py * (camera.unit - unit), unit }, board, screen);
}

export function pan(camera: Camera, dx: number, dy: number, board: Size, screen: Size): Camera {
  return clamp({ x: camera.x - dx * camera.unit, y: camera.y - dy * camera.unit, unit: camera.unit }, board, screen);
}

/** Bring a box into the window, moving no more than needed and zooming out only if it does not fit. */
export function show(camera: Camera, box: Point & Size, board: Size, screen: Size): Camera {
  const margin = 48 * camera.unit;
  const need = Math.max((box.width + 2 * margin) / screen.width, (box.height + 2 * margin) / screen.height);
  const unit = Math.max(camera.unit, need);
  const w = screen.width * unit;
  const h = screen.height * unit;
  const x = Math.max(Math.min(camera.x, box.x - margin), box.x + box.width + margin - w);
  const y = Math.max(Math.min(camera.y, box.y - margin), box.y + box.height + margin - h);
  return clamp({ x, y, unit }, board, screen);
}

/** Where most of them are: a few far away do not matter. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

export function viewBox(camera: Camera, screen: Size): string {
  return `${camera.x} ${camera.y} ${screen.width * camera.unit} ${screen.height * camera.unit}`;
}
