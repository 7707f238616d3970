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
      ? this.board(panel, `${label}: ${this.said(panel, row)}`, this.standing(panel, row), this.joined(panel, broken, row), large)
      : this.words(panel, row, bad, large));
  }

  board(panel, label, inner, over, large) {
    const [x, y, width, height] = panel.ground.getAttribute('viewBox').split(' ').map(Number);
    const margin = large || panel.labelled ? 0 : 12;
    const box = [x + margin, y + margin, width - 2 * margin + (margin && 6), height - 2 * margin + (margin && 6)].join(' ');
    return s('svg', {class: 'board' + (isWide(panel.ground) ? ' wide' : ''), role: 'img', viewBox: box, 'aria-label': label},
      panel.ground.firstElementChild.cloneNode(true), large && panel.labelled === false && coordinates(panel), inner, over, above(panel.ground));
  }

  standing(panel, row) {
    return standing(panel, v => row[v] === null || row[v] === undefined ? undefined : String(row[v]));
  }

  words(panel, row, bad, large) {
    const most = large ? 400 : 40, shown = panel.rows.slice(0, most);
    const key = v => panel.title ? this.names[v].slice(panel.title.length + 1, -1) : `${this.names[v]} =`;
    const named = !panel.title || !panel.rows.every(v => /^[\d, ]*$/.test(key(v)));
    const value = v => h(bad.has(v) ? 'mark' : 'span', {}, named && h('i', {}, key(v), ' '), String(row[v] ?? '?'));
    const more = panel.rows.length > most && `… ${grouped(panel.rows.length - most)} more`;
    return h('div', {class: 'words ' + (named ? 'pairs' : 'list')}, panel.title && h('b', {}, panel.title), shown.map(value), more);
  }

  // The places of variables on a panel; of one that has none of its own, that of its value.
  spots(panel, variables, row) {
    return variables.flatMap(v => {
      const cell = panel.cells.find(one => one[0] === v), box = panel.looks?.[v]?.[String(row[v])]?.[2];
      return cell ? [spotOf(panel, cell)] : box >= 0 ? [panel.boxes[box]] : [];
    });
  }

  // The squares that break a rule together, joined.
  joined(panel, broken, row) {
    return broken.map(variables => {
      const spots = this.spots(panel, variables, row), path = spots.map(([x, y, width, height]) => `${x + width / 2} ${y + height / 2}`).join('L');
      return [panel.kind !== 'sketch' && spots.length > 1 && spots.length < 13 && s('path', {class: 'clash', d: 'M' + path}), spots.map(at => framed(at, 'spot', 2))];
    });
  }

  // The squares of one line of a rule, on the board that has most of them; null where none has.
  line(variables, label, large) {
    const scope = new Set(variables), on = panel => panel.cells.filter(cell => scope.has(cell[0]));
    const panel = [...this.boards].sort((a, b) => on(b).length - on(a).length)[0];
    if (!panel || !on(panel).length) return null;
    const isLine = panel.looks && panel.title, below = panel.looks && standing(panel, v => isLine && scope.has(Number(v)) ? '1' : undefined);
    const lit = [below, !isLine && on(panel).map(cell => framed(spotOf(panel, cell), 'lit', 0))];
    return this.board(panel, label, lit, null, large);
  }

  said(panel, row) {
    if (panel.kind !== 'pieces') return (panel.looks ? Object.keys(panel.looks) : panel.cells.map(cell => cell[0])).map(v => row[v] ?? '?').join(' ');
    return panel.cells.filter(cell => row[cell[0]] === 1).map(cell => `r${cell[2]}c${cell[3]}`).join(' ') || 'empty';
  }
}

// A frame a little inside of a place.
function framed([x, y, width, height], look, gap) {
  return s('rect', {class: look, x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 2 * gap});
}
