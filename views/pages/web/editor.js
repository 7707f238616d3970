// What the editor of the playground does to text: it moves lines, and colours Python.

// Text where the caret is, by the browser's own command, which can be undone.
const insert = text => document.execCommand(text ? 'insertText' : 'delete', false, text);

// Moves the lines that are selected, or what stands behind the caret.
function indent(area, isOut) {
  const {value, selectionStart: from, selectionEnd: to} = area, start = value.lastIndexOf('\n', from - 1) + 1;
  if (!isOut && from === to) return insert(' '.repeat(4 - (from - start) % 4));
  const lines = value.slice(start, to), moved = isOut ? lines.replace(/^\x20{1,4}/gm, '') : lines.replace(/^(?=.)/gm, '    ');
  if (moved === lines) return false;
  area.setSelectionRange(start, to);
  insert(moved);
  return area.setSelectionRange(from === to ? start + moved.length : start, start + moved.length);
}

// Python in colours: its text, with a kind for each piece that has one.
const KEYWORDS = 'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield None True False';
const TOKEN = new RegExp([
  '(?<comment>#.*)',
  String.raw`(?<string>(?:\b[rbfuRBFU]{1,2})?(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))`,
  String.raw`(?<number>\b\d[\w.]*)`,
  String.raw`(?<keyword>\b(?:${KEYWORDS.replaceAll(' ', '|')})\b)`,
  String.raw`\w+`,
].join('|'), 'g');

function coloured(text) {
  const pieces = [];
  let at = 0;
  for (const found of text.matchAll(TOKEN)) {
    const kind = Object.keys(found.groups).find(name => found.groups[name] !== undefined);
    if (!kind) continue;
    pieces.push(text.slice(at, found.index), h('span', {class: kind}, found[0]));
    at = found.index + found[0].length;
  }
  return [...pieces, text.slice(at)];
}
