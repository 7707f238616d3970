// Reads boards, a JSON value a line: an address behind the host, and marks by half squares.
// Writes for each the code of the rule that it breaks, or null, and the board as pzpr holds it.
const pzpr = require(process.argv[2]);
for (const line of require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const [address, marks] = JSON.parse(line);
  const puzzle = new pzpr.Puzzle();
  puzzle.open(address);
  let refused = null;
  for (const [x, y, set, value] of marks) {
    const piece = puzzle.board.getobj(x, y);
    const clue = piece.qnum !== -1 || (piece.qnums || []).length;
    if (set === 'setAnum' && value > piece.getmaxnum()) refused = 'no number that may be entered';
    if (set === 'setQans' && piece.numberRemainsUnshaded && clue) refused = 'a clue stays as it is';
    piece[set](value);
  }
  const found = puzzle.check(true);
  const text = puzzle.getFileData().trim().split('\n').join('/');
  console.log(JSON.stringify([refused || (found.complete ? null : found[0]), text]));
}
