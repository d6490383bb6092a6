// Tic-tac-toe played at random by boardgame.io, whose smallest game it is: node speed.js SECONDS ROUNDS
// Prints the moves a second of each round, in seconds of the processor, and how many cells were free in the mean.

const { Client } = require("boardgame.io/client");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => {
    if (LINES.some(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c])) return { won: true };
    if (!G.cells.includes(null)) return { draw: true };
  },
};

const [seconds, rounds] = process.argv.slice(2).map(Number);
const spent = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;

let seed = 1;
const below = (n) => {
  seed = (seed * 48271) % 2147483647;
  return seed % n;
};

const client = Client({ game, numPlayers: 2, debug: false });
client.start();
const speeds = [];
let offered = 0;
let total = 0;
for (let round = 0; round <= rounds; round++) {
  const began = spent();
  const end = performance.now() + seconds * 1000;
  let moves = 0;
  while (performance.now() < end || !moves) {
    client.reset();
    let state = client.getState();
    while (!state.ctx.gameover) {
      const free = state.G.cells.map((owner, cell) => (owner === null ? cell : -1)).filter((cell) => cell >= 0);
      offered += free.length;
      moves += 1;
      client.moves.mark(free[below(free.length)]);
      state = client.getState();
    }
  }
  if (round > 0) speeds.push(moves / (spent() - began)); // the first warms up the machine of JavaScript
  total += moves;
}
client.stop();
console.log(JSON.stringify({ speeds, mean_legal: offered / total }));
