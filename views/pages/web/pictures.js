// A row of values drawn upon the panels of its model: boards, graphs and lists.
class Pictures {
  // `grounds` are the pictures that no value changes, for all panels in turn that have one.
  constructor(panels, names, grounds) {
    this.panels = panels.map(panel => ({...panel, ground: panel.cells && grounds.shift()}));
    this.names = names;
    this.boards = this.panels.filter(panel => panel.ground);
  }

  // Everything that shows `row`; `broken` are lists of variables that break a rule together.
  all(row, label, broken = [], large = false) {
    const bad = new Set(broken.flat());
    return this.panels.map(panel => panel.ground
      ? this.board(panel, `${label}: ${this.said(panel, row)}`, this.standing(panel, row), this.joined(panel, broken), large)
      : this.words(panel, row, bad, large));
  }

  board(panel, label, inner, over, large) {
    const [x, y, width, height] = panel.ground.getAttribute('viewBox').split(' ').map(Number);
    const margin = large || panel.labelled ? 0 : 12;
    const box = [x + margin, y + margin, width - 2 * margin + (margin && 6), height - 2 * margin + (margin && 6)].join(' ');
    return s('svg', {class: 'board', role: 'img', viewBox: box, 'aria-label': label},
      panel.ground.firstElementChild.cloneNode(true), large && panel.labelled === false && coordinates(panel), inner, over);
  }

  // Where a cell is, and how large.
  place(panel, [, , row, column]) { return [(column - 1) * panel.cell, (row - 1) * panel.cell, panel.cell]; }

  square(panel, cell) {
    const [x, y, side] = this.place(panel, cell);
    return {x, y, width: side, height: side};
  }

  standing(panel, row) { return panel.cells.map(cell => this[panel.kind](panel, cell, row[cell[0]])); }

  pieces(panel, cell, value) {
    if (value !== 1) return null;
    const [x, y, side] = this.place(panel, cell);
    if (panel.piece) return s('path', {class: 'piece', transform: `translate(${x} ${y})`, d: panel.piece});
    return s('circle', {class: 'piece', cx: x + side / 2, cy: y + side / 2, r: side / 3});
  }

  filling(panel, cell, value) {
    if (value === null || value === undefined) return null;
    const [x, y, side] = this.place(panel, cell), text = String(value);
    if (panel.piece && /^[.WB]$/.test(text)) {
      return text !== '.' && s('path', {class: 'piece ' + (text === 'W' ? 'white' : ''), transform: `translate(${x} ${y})`, d: panel.piece});
    }
    return [panel.tints[text] && s('rect', {class: 'tint f-' + panel.tints[text], x: x + 1, y: y + 1, width: side - 2, height: side - 2}),
      s('text', {class: 'digit', x: x + side / 2, y: y + side / 2 + 7.5, 'text-anchor': 'middle', 'font-size': Math.min(21, 50 / text.length)}, text)];
  }

  graph(panel, [v, x, y, r, name, path], value) {
    if (path) return value === 1 && s('path', {class: 'side', d: path}, s('title', {}, `${this.names[v]} = 1`));
    const text = name || String(value ?? '?'), tint = panel.tints[this.order(panel, value)];
    const size = Math.min(r * .85, 2.7 * r / text.length).toFixed(1);
    return [s('circle', {class: 'vertex ' + (tint ? 'f-' + tint : 'plain'), cx: x, cy: y, r}, s('title', {}, `${this.names[v]} = ${value}`)),
      s('text', {class: 'digit', x, y: y + size * .35, 'text-anchor': 'middle', 'font-size': size}, text)];
  }

  order(panel, value) { return panel.values.indexOf(value); }

  words(panel, row, bad, large) {
    const most = large ? 400 : 40, shown = panel.rows.slice(0, most);
    const key = v => panel.title ? this.names[v].slice(panel.title.length + 1, -1) : `${this.names[v]} =`;
    const named = !panel.title || !panel.rows.every(v => /^[\d, ]*$/.test(key(v)));
    const value = v => h(bad.has(v) ? 'mark' : 'span', {}, named && h('i', {}, key(v), ' '), String(row[v] ?? '?'));
    const more = panel.rows.length > most && `… ${grouped(panel.rows.length - most)} more`;
    return h('div', {class: 'words ' + (named ? 'pairs' : 'list')}, panel.title && h('b', {}, panel.title), shown.map(value), more);
  }

  // The squares that break a rule together, joined.
  joined(panel, broken) {
    return broken.map(variables => {
      const cells = panel.cells.filter(cell => variables.includes(cell[0]));
      if (panel.kind === 'graph') return cells.map(([, x, y, r]) => s('circle', {class: 'spot', cx: x, cy: y, r: r + 4}));
      const spots = cells.map(cell => this.place(panel, cell)), half = panel.cell / 2;
      const path = spots.map(([x, y]) => `${x + half} ${y + half}`).join('L');
      return [cells.length > 1 && cells.length < 13 && s('path', {class: 'clash', d: 'M' + path}),
        spots.map(([x, y, side]) => s('rect', {class: 'spot', x: x + 2, y: y + 2, width: side - 4, height: side - 4}))];
    });
  }

  // The squares of one line of a rule, on the board that has most of them; null where none has.
  line(variables, label, large) {
    const scope = new Set(variables), on = panel => panel.cells.filter(cell => scope.has(cell[0]));
    const panel = [...this.boards].sort((a, b) => on(b).length - on(a).length)[0];
    if (!panel || !on(panel).length) return null;
    const dots = panel.cells.filter(cell => panel.kind === 'graph' && !cell[5]);
    const lit = dots.map(([, x, y, r]) => s('circle', {class: 'vertex plain', cx: x, cy: y, r: r / 2}));
    on(panel).forEach(cell => {
      if (panel.kind === 'graph' && cell[5]) lit.push(s('path', {class: 'side lit', d: cell[5]}));
      else if (panel.kind === 'graph') lit.push(s('circle', {class: 'lit', cx: cell[1], cy: cell[2], r: cell[3] + 3}));
      else lit.push(s('rect', {class: 'lit', ...this.square(panel, cell)}));
    });
    return this.board(panel, label, lit, null, large);
  }

  said(panel, row) {
    if (panel.kind !== 'pieces') return panel.cells.map(cell => row[cell[0]] ?? '?').join(' ');
    return panel.cells.filter(cell => row[cell[0]] === 1).map(cell => `r${cell[2]}c${cell[3]}`).join(' ') || 'empty';
  }
}
