// The panels: boards with pieces, filled boards, graphs, and rows of value chips.
class Panels {
  constructor(doc, words, root, pick) {
    this.doc = doc;
    this.words = words;
    this.root = root;
    this.conflicts = doc.parts && new Propagation(doc, null);
    const pictures = doc.panels.filter(panel => panel.cells).length;
    root.classList.toggle('several', pictures > 1);
    root.classList.toggle('chips', pictures === 0);
    root.classList.toggle('one', doc.variables.length <= 12);
    pressable(root, '[data-f]', found => pick(...found.dataset.f.split(':').map(Number)));
    put('legend', words.legend());
    const grounds = [...$('grounds').children];
    this.frames = doc.panels.map(panel => this.frame(panel, panel.cells && grounds.shift()));
  }

  frame(panel, svg) {
    const title = (this.doc.panels.length > 1 || !svg) && panel.title ? h('figcaption', {}, panel.title) : null;
    const box = h('figure', {class: 'panel ' + panel.kind}, title);
    const frame = {panel, svg};
    if (svg) {
      frame.over = s('g', {class: 'over'});
      svg.setAttribute('role', 'group'); // an image would hide its squares from screen readers
      svg.append(panel.labelled === false ? coordinates(panel) : '', frame.over);
      box.append(svg);
    } else box.append(frame.rows = h('div', {class: 'rows'}));
    this.root.append(box);
    return frame;
  }

  // `view`: search, id, state, asked (its outcome is hidden), done, batch (one rule at work), lit.
  draw(view) {
    const {search, id, asked} = view;
    const cause = new Set(), fresh = new Set();
    const show = (because, lost) => {
      eachFact(because, (v, x) => cause.add(v + ':' + x));
      eachLost(lost, (v, x) => fresh.add(v + ':' + x));
    };
    const failure = search.failure(id);
    if (view.lit) show(view.lit[2], view.lit[3]);
    else if (asked) /* nothing is given away */;
    else if (view.batch) show(view.batch[2], view.batch[3]);
    else if (failure && view.done) show(failure[2], search.checks ? [] : failure[3]);
    else if (view.done) for (const batch of search.batches(id)) show([], batch[3]);
    const verdict = asked ? 'asked' : !id ? '' : !view.done ? 'ok' : ['bad', 'ok', 'good'][search.outcome[id]];
    const now = {...view, cause, fresh, struck: this.struck(view), tried: id ? search.place[id] : -1, verdict};
    const focus = this.root.contains(document.activeElement) && document.activeElement.dataset.f;
    for (const frame of this.frames) this[frame.panel.kind](frame, now);
    const all = [...this.root.querySelectorAll('[data-f]')];
    const kept = focus ? all.find(one => one.dataset.f === focus
      || (one.dataset.whole && one.dataset.f.split(':')[0] === focus.split(':')[0])) : null;
    (kept || all[0])?.setAttribute('tabindex', '0');
    kept?.focus();
  }

  // What a search that only checks will reject: by which rule, and because of which decision.
  struck({search, id, asked, state}) {
    const found = new Map();
    if (!search.checks || asked || !this.conflicts) return found;
    for (const [v, node] of state.chosen) {
      if (node === id && search.outcome[id] === FAILED) continue;
      const value = search.value[node];
      for (const {other, rule, gone} of this.conflicts.conflicts(v, value)) {
        if (!state.chosen.has(other)) gone.forEach(x => found.set(other + ':' + x, {rule, because: [v, value]}));
      }
    }
    return found;
  }

  // Why a value will be rejected, `[rule, line, because]`; or null.
  rejection(view, v, x) {
    const found = this.struck(view).get(v + ':' + x);
    return found ? [found.rule, new Recorder(this.doc).lineOf(found.rule, found.because, v, x), found.because] : null;
  }

  // --------------------------------------------------------------------------- pieces
  pieces({panel, svg, over}, now) {
    const C = panel.cell, on = [], centres = new Map(), squares = [], standing = [];
    for (const [v, x, row, column] of panel.cells) {
      const X = (column - 1) * C, Y = (row - 1) * C, key = v + ':' + x;
      const gone = now.state.gone[v][x], only = !gone && now.state.left[v].length === 1;
      centres.set(key, [X + C / 2, Y + C / 2]);
      const inner = [box('hit', X, Y, C), now.state.empty.has(v) && box('dead', X, Y, C), now.cause.has(key) && box('cause', X + 2, Y + 2, C - 4),
        gone && v === now.tried && this.words.isSquare(v) && box('tried ' + now.verdict, X + 2, Y + 2, C - 4)];
      const fallen = gone?.failed && now.state.chosen.has(v) && now.search.value[now.state.chosen.get(v)] === x;
      if (only || fallen) {
        on.push(`r${row}c${column}`);
        standing.push(this.standing(panel, X, Y, this.look(v, now)));
      } else if (gone && (!gone.chosen || this.words.isSquare(v))) inner.push(cross(X, Y, C, now.fresh.has(key) ? 'now' : ''));
      else if (!gone && now.struck.has(key)) inner.push(cross(X, Y, C, 'idle'));
      else if (!gone) inner.push(s('circle', {class: 'may', cx: X + C / 2, cy: Y + C / 2, r: C * .07}));
      const words = only ? 'stands here' : gone ? 'crossed out' : 'possible';
      squares.push(this.spot(`${v}:${x}`, `${this.words.fact(v, x)}: ${words}`, inner));
    }
    put(over, squares, this.links(now, centres), standing);
    svg.setAttribute('aria-label', `${panel.title} ${on.length ? 'on ' + on.join(', ') : 'nowhere yet'}`);
  }

  spot(fact, label, inner, whole) {
    return s('g', {'data-f': fact, 'data-whole': whole, tabindex: -1, role: 'button', 'aria-label': label}, inner);
  }

  standing(panel, X, Y, look) {
    const C = panel.cell;
    if (panel.piece) return s('path', {class: 'piece ' + look, transform: `translate(${X} ${Y})`, d: panel.piece});
    const letter = s('text', {x: X + C / 2, y: Y + C / 2 + 6, 'text-anchor': 'middle'}, panel.title[0].toUpperCase());
    return s('g', {class: 'piece ' + look}, s('circle', {cx: X + C / 2, cy: Y + C / 2, r: 14}), letter);
  }

  // Lines from the pieces that are the cause to what cannot stand because of them.
  links(now, centres) {
    const failure = now.lit || (now.done && now.search.failure(now.id));
    if (now.asked || !failure) return [];
    const ends = [], lines = [];
    eachLost(failure[3], (v, x) => ends.push(v + ':' + x));
    if (ends.length * failure[2].length > 80) return [];
    for (const end of ends) {
      eachFact(failure[2], (v, x) => {
        const [a, b] = [centres.get(v + ':' + x), centres.get(end)];
        if (a && b) lines.push(s('path', {class: 'clash', d: `M${a}L${b}`}));
      });
    }
    return lines;
  }

  // -------------------------------------------------------------------------- fillings
  filling({panel, svg, over}, now) {
    const C = panel.cell, rows = {}, squares = [], centres = new Map();
    for (const [v, , row, column] of panel.cells) {
      const X = (column - 1) * C, Y = (row - 1) * C, left = now.state.left[v], keys = this.factsOf(v);
      keys.forEach(key => centres.set(key, [X + C / 2, Y + C / 2]));
      const inner = [box('hit', X, Y, C), now.state.empty.has(v) && box('dead', X, Y, C)];
      if (left.length === 1 && keys.some(key => now.cause.has(key))) inner.push(box('cause', X + 2, Y + 2, C - 4));
      if (left.length === 1) inner.push(...this.digit(v, X, Y, C, keys, now));
      else inner.push(...this.candidates(v, X, Y, C, now));
      const said = left.length === 1 ? this.words.value(v, left[0]) : '?';
      (rows[row] ||= []).push(said);
      const words = left.length === 1 ? said : `${left.length} possible: ${left.map(x => this.words.value(v, x)).join(' ')}`;
      squares.push(this.spot(`${v}:${left.length === 1 ? left[0] : -1}`, `r${row}c${column}: ${words}`, inner, true));
    }
    put(over, squares, this.links(now, centres));
    svg.setAttribute('aria-label', `${panel.title}: ${Object.values(rows).map(r => r.join(' ')).join(' / ')}`);
  }

  factsOf(v) { return (this.doc.variables[v].values || []).map((_, x) => v + ':' + x); }

  digit(v, X, Y, C, keys, now) {
    const [x] = now.state.left[v], said = this.words.value(v, x);
    const text = s('text', {class: 'digit ' + this.look(v, now), x: X + C / 2, y: Y + C / 2 + 8, 'text-anchor': 'middle', 'font-size': Math.min(23, 50 / said.length)}, said);
    return [keys.some(key => now.fresh.has(key)) && box('fresh', X + 3, Y + 3, C - 6), text];
  }

  // What is given must look so; what follows from it, found.
  look(v, {tried, verdict, search, state}) {
    if (v === tried) return verdict;
    return state.chosen.has(v) ? 'set' : search.isGiven(state, v) ? 'given' : state.left[v].length === 1 ? 'forced' : '';
  }

  candidates(v, X, Y, C, now) {
    const {values} = this.doc.variables[v], {gone, left} = now.state;
    if (!values || values.length > 16) {
      return [s('text', {class: 'note', x: X + C / 2, y: Y + C / 2 + 4, 'text-anchor': 'middle', 'font-size': 11}, this.leftOf(v, now))];
    }
    const across = Math.ceil(Math.sqrt(values.length)), down = Math.ceil(values.length / across);
    const longest = Math.max(...values.map(value => value.length));
    const size = Math.min(12, 31 / across, 52 / across / longest);
    return values.map((value, x) => {
      const key = v + ':' + x;
      if (gone[v][x] && !now.fresh.has(key)) return null;
      const look = gone[v][x] ? 'now' : now.struck.has(key) ? 'idle' : left[v]?.length ? '' : 'idle';
      return s('text', {class: 'note ' + look, x: X + C * ((x % across + .5) / across * .86 + .07), 'text-anchor': 'middle',
        y: Y + C * ((Math.floor(x / across) + .5) / down * .86 + .07) + size * .36, 'font-size': size.toFixed(1)}, value);
    });
  }

  // How much is left of a variable, in a few letters.
  leftOf(v, now) {
    const wide = now.state.ends[v];
    const n = wide ? wide[1] - wide[0] + 1 : now.state.left[v].length;
    if (n > 3 || wide && n > 1) return `${n} left`;
    return n > 0 ? (wide ? [wide[0]] : now.state.left[v]).map(x => this.words.value(v, x)).join(' ') : '–';
  }

  // ---------------------------------------------------------------------------- graphs
  graph({panel, svg, over}, now) {
    const spots = [], centres = new Map(), said = [];
    for (const [v, x, y, r, name, path] of panel.cells) {
      const left = now.state.left[v], keys = this.factsOf(v);
      keys.forEach(key => centres.set(key, [x, y]));
      const look = this.look(v, now);
      const tint = this.tint(panel, left), inner = [s('circle', {class: `vertex ${look} ${tint}`, cx: x, cy: y, r})];
      if (path && left.length === 1 && this.words.value(v, left[0]) === '1') inner.unshift(s('path', {class: 'side', d: path}));
      if (left.length > 1 && panel.tints.length) inner.push(...this.sectors(panel, v, x, y, r, now));
      if (now.state.empty.has(v)) inner.push(s('circle', {class: 'dead', cx: x, cy: y, r: r + 5}));
      if (left.length === 1 && keys.some(key => now.cause.has(key))) inner.push(s('circle', {class: 'cause', cx: x, cy: y, r: r + 3}));
      if (keys.some(key => now.fresh.has(key))) inner.push(s('circle', {class: 'fresh', cx: x, cy: y, r: r + 3}));
      const text = name || (left.length > 1 && (path || panel.tints.length) ? '' : this.leftOf(v, now));
      const size = Math.min(r * .85, 2.7 * r / Math.max(1, text.length));
      if (text) inner.push(s('text', {class: 'inside ' + (tint ? 'set-off' : look), x, y: y + size * .35, 'text-anchor': 'middle', 'font-size': size.toFixed(1)}, text));
      if (left.length === 1) said.push(this.words.fact(v, left[0]));
      const words = left.map(value => this.words.value(v, value)).join(' ') || 'nothing left';
      spots.push(this.spot(`${v}:${left.length === 1 ? left[0] : -1}`, `${this.words.name(v)}: ${words}`, inner, true));
    }
    put(over, this.links(now, centres), spots);
    svg.setAttribute('aria-label', said.join(', ') || 'nothing is decided');
  }

  tint(panel, left) { return left.length === 1 && panel.tints.length ? 'f-' + panel.tints[left[0]] : ''; }

  // One sector a value: tinted while it is possible.
  sectors(panel, v, x, y, r, now) {
    const n = panel.tints.length;
    const at = turn => [x + (r - 2) * Math.sin(2 * Math.PI * turn / n), y - (r - 2) * Math.cos(2 * Math.PI * turn / n)].map(z => z.toFixed(1));
    return panel.tints.map((tint, i) => !now.state.gone[v][i] && s('path', {
      class: `f-${tint} sector`, d: `M${x} ${y}L${at(i)}A${r - 2} ${r - 2} 0 0 1 ${at(i + 1)}Z`,
    }, s('title', {}, this.words.value(v, i))));
  }

  // ------------------------------------------------------------------------------ lists
  rows({panel, rows}, now) {
    const strip = full => rows.previousSibling && full.startsWith(panel.title + '[') ? full.slice(panel.title.length + 1, -1) : full;
    put(rows, panel.rows.map(v => {
      const variable = this.doc.variables[v], {state} = now;
      const look = state.empty.has(v) ? 'dead' : (v === now.tried ? 'tried ' : '') + this.look(v, now);
      const name = h('span', {class: 'var', title: variable.full}, strip(variable.full));
      return h('div', {class: 'row ' + look}, name, h('span', {class: 'values'}, this.chips(v, now)));
    }));
  }

  // The values of a variable to be pressed, outside the panels.
  choices(view, v) { return this.chips(v, {...view, fresh: new Set(), cause: new Set(), struck: this.struck(view)}, 'button'); }

  chips(v, now, tag = 'span') {
    const {state} = now, {values} = this.doc.variables[v];
    if (!values) {
      const [low, high] = state.ends[v];
      const said = low > high ? 'none' : low === high ? this.words.value(v, low) : `${this.words.value(v, low)} … ${this.words.value(v, high)}`;
      return h('span', {class: 'chip' + (low === high ? ' only' : '')}, said);
    }
    return values.map((value, x) => {
      const key = v + ':' + x, gone = state.gone[v][x], alone = state.left[v].length === 1;
      const look = ['chip', gone ? 'gone' : alone ? 'only' : '', now.fresh.has(key) && 'now', now.cause.has(key) && 'cause',
        !gone && !alone && now.struck.has(key) && 'idle'].filter(Boolean).join(' ');
      const words = gone ? 'gone' : alone ? 'decided' : 'possible';
      const span = tag === 'span' && {tabindex: -1, role: 'button'};
      return h(tag, {class: look, 'data-f': key, ...span, 'aria-label': `${this.words.fact(v, x)}: ${words}`}, value);
    });
  }

  // A small picture of a solution.
  thumb(search, id) {
    const state = search.state(id), panel = this.doc.panels.find(p => p.kind === 'pieces' || p.kind === 'filling');
    const value = v => state.ends[v] ? this.words.value(v, state.ends[v][0]) : this.words.value(v, state.left[v][0]);
    if (!panel) return h('span', {class: 'mini'}, this.doc.variables.map((_, v) => value(v)).join(' '));
    const [height, width] = panel.rows_and_columns, parts = [];
    for (const [v, x, row, column] of panel.cells) {
      if (panel.kind === 'pieces') {
        if (!state.gone[v][x]) parts.push(s('rect', {x: column - 1, y: row - 1, width: 1, height: 1}));
      } else if (width <= 9) {
        parts.push(s('text', {x: column - .5, y: row - .22, 'font-size': .8, 'text-anchor': 'middle'}, value(v)));
      } else {
        const share = (state.left[v][0] || 0) / Math.max(1, this.doc.variables[v].values?.length - 1 || 1);
        parts.push(s('rect', {x: column - .95, y: row - .95, width: .9, height: .9, opacity: (.15 + .8 * share).toFixed(2)}));
      }
    }
    const paper = s('rect', {class: 'paper', x: -.1, y: -.1, width: width + .2, height: height + .2});
    return s('svg', {viewBox: `-.1 -.1 ${width + .2} ${height + .2}`, class: panel.kind}, paper, parts);
  }
}

function box(look, x, y, side) { return s('rect', {class: look, x, y, width: side, height: side}); }

function cross(X, Y, C, look) {
  const a = C * .36, b = C * .28;
  return s('path', {class: 'cross ' + look, d: `M${X + a} ${Y + a}l${b} ${b}m0 ${-b}l${-b} ${b}`});
}
