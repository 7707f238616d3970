// The tree in Gist's colours and shapes: blue circle, red square, green diamond, white circle, red
// triangle. Drag and wheel move it; a finished failed subtree is folded into a triangle.
const GAP = 24, LEAST = .62, LARGE = 1000, FOOT = 30;

class Tree {
  constructor(svg, words, pick) {
    this.svg = svg;
    this.words = words;
    this.opened = new Set();
    this.shut = new Set();
    this.follow = true;
    this.whole = this.pale = false;
    this.camera = {scale: 1, x: 0, y: 0};
    this.level = 50;
    this.bands = s('g', {class: 'bands'});
    this.world = s('g', {class: 'world'});
    this.axis = s('g', {class: 'axis'});
    put(svg, this.bands, this.world, this.axis);
    this.listen(pick);
  }

  listen(pick) {
    const {svg} = this;
    let from = null, moved = false;
    svg.addEventListener('pointerdown', event => {
      from = [event.clientX, event.clientY, this.camera.x, this.camera.y];
      moved = false;
    });
    svg.addEventListener('pointermove', event => {
      if (!from || !(event.buttons & 1)) return;
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      if (!moved && Math.hypot(dx, dy) < 4) return;
      moved = true;
      svg.setPointerCapture(event.pointerId);
      this.free();
      this.camera.x = from[2] + dx;
      this.camera.y = from[3] + dy;
      this.placed();
    });
    svg.addEventListener('pointerup', () => { from = null; });
    svg.addEventListener('wheel', event => {
      event.preventDefault();
      const bounds = svg.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * .0015), event.clientX - bounds.left, event.clientY - bounds.top);
    }, {passive: false});
    svg.addEventListener('pointerover', event => {
      const found = event.target.closest('.g'), kind = found && found.getAttribute('class').slice(2).replace(' ahead', '');
      if (KINDS[kind] && !found.querySelector('title')) found.prepend(s('title', {}, KINDS[kind]));
    });
    svg.addEventListener('click', event => {
      const found = event.target.closest('[data-n]');
      if (found && !moved) pick(this, Number(found.dataset.n), found.classList.contains('fold'), event.detail > 1 || event.shiftKey);
    });
  }

  free() { this.follow = false; }

  zoom(factor, x, y) {
    const {width, height} = this.room, {camera} = this;
    x ??= width / 2;
    y ??= height / 2;
    const scale = Math.min(4, Math.max(.05, camera.scale * factor)), k = scale / camera.scale;
    this.free();
    this.camera = {scale, x: x - (x - camera.x) * k, y: y - (y - camera.y) * k};
    this.placed();
  }

  fold(n) {
    if (!this.opened.delete(n)) this.shut.has(n) ? this.shut.delete(n) : this.shut.add(n);
  }

  // Folds what failed, and nothing else.
  foldAll() {
    this.opened.clear();
    this.shut.clear();
  }

  unfold(search) {
    this.shut.clear();
    search.children.forEach((children, n) => { if (children.length) this.opened.add(n); });
  }

  // What is to be seen when the walk stands at step t: a tree of shapes.
  shapes(search, walk, t, id, hidden) {
    const order = search.order(walk), onPath = new Set(search.path(id)), {pale} = this, large = (pale ? search.size : t) > LARGE;
    const make = n => {
      const outcome = search.outcome[n], explored = order.at[n] <= t;
      const label = n && (onPath.has(n) || (this.labels && explored)) ? this.words.short(search.place[n], search.value[n]) : '';
      const kind = !explored && !pale ? 'white' : ['fail', 'choice', 'solution'][outcome];
      const shape = {n, kids: [], label, room: label ? (9 + 7.6 * label.length) / GAP : 0, kind, many: 1, side: 0, ahead: !explored};
      if (kind !== 'choice' || (n === id && hidden && !pale)) return shape;
      const solved = search.below.solved[n], finished = !explored || order.done[n] <= t;
      const foldable = n && !onPath.has(n) && (finished || large) && search.children[n].length;
      if (foldable && (this.shut.has(n) || (!this.opened.has(n) && (!solved || large)))) {
        const many = finished ? search.below.tried[n] : 1, side = Math.max(0, 3.3 * grouped(many).length / GAP - .5);
        return {...shape, side, kind: !finished ? 'fold begun' : solved ? 'fold solved' : 'fold', many};
      }
      let last = null;
      for (const child of search.children[n]) {
        const kid = make(child), alike = last && last.kind === kid.kind && last.ahead === kid.ahead && (kid.kind === 'fail' || kid.kind === 'white');
        if (alike && !kid.label && child !== id && last.end !== id && last.n !== id) {
          last.many++;
          last.end = child;
        } else shape.kids.push(last = kid);
      }
      return shape;
    };
    return make(0);
  }

  // Contours of subtrees, so that each stands as near to the one before as it can.
  layout(shape) {
    shape.left = [-shape.side];
    shape.right = [shape.side + shape.room];
    shape.dx = 0;
    if (!shape.kids.length) return;
    const left = [], right = [];
    shape.kids.forEach((kid, i) => {
      this.layout(kid);
      let shift = 0;
      if (i) for (let d = 0; d < Math.min(right.length, kid.left.length); d++) shift = Math.max(shift, right[d] + 1 - kid.left[d]);
      kid.dx = shift;
      for (let d = 0; d < kid.left.length; d++) {
        if (d >= left.length) left[d] = kid.left[d] + shift;
        right[d] = kid.right[d] + shift;
      }
    });
    const mid = (shape.kids[0].dx + shape.kids[shape.kids.length - 1].dx) / 2;
    shape.kids.forEach(kid => { kid.dx -= mid; });
    shape.left = [0, ...left.map(x => x - mid)];
    shape.right = [shape.room, ...right.map(x => x - mid)];
  }

  draw(search, walk, t, id, asked) {
    const root = this.shapes(search, walk, t, id, asked), onPath = new Set(search.path(id));
    this.layout(root);
    if (!this.room) this.measure();
    this.box = {l: Math.min(...root.left) * GAP - 22, r: Math.max(...root.right) * GAP + 22, deep: root.left.length - 1};
    if (this.follow) this.stretch();
    const drawn = {edges: '', bold: '', soon: '', nodes: [], labels: []};
    this.levels = new Map();
    this.at = null;
    this.walkDown(root, 0, 0, {search, id, asked, onPath}, drawn);
    this.box.h = this.box.deep * this.level;
    put(this.world, s('path', {class: 'edge', d: drawn.edges}), s('path', {class: 'soon', d: drawn.soon}),
      s('path', {class: 'edge bold', d: drawn.bold}), drawn.nodes, drawn.labels);
    this.band = walk === 'levels' && this.at ? this.at.y : null;
    this.count = drawn.nodes.length;
    if (this.follow) this.fit();
    else this.placed();
  }

  walkDown(shape, x, y, now, drawn) {
    const {search, id, asked, onPath} = now;
    Object.assign(shape, {x, y});
    if (shape.n === id) this.at = shape;
    if (shape.n && shape.kind !== 'white') {
      const name = this.words.name(search.place[shape.n]), other = this.levels.get(y);
      this.levels.set(y, other === undefined || other === name ? name : '');
    }
    for (const kid of shape.kids) {
      const kx = x + kid.dx * GAP, ky = y + this.level;
      drawn[onPath.has(kid.n) ? 'bold' : kid.ahead ? 'soon' : 'edges'] += `M${x} ${y}L${kx} ${ky}`;
      this.walkDown(kid, kx, ky, now, drawn);
    }
    drawn.nodes.push(glyph(shape, shape.n === id, shape.n === id ? asked : ''));
    if (shape.label) drawn.labels.push(s('text', {class: 'lab', x: x + (shape.n === id ? 16 : 11), y: y + 4}, shape.label));
  }

  // The least scale at which the tree is followed; the whole of it may be smaller.
  get least() { return this.whole ? .04 : LEAST; }

  // Measures the room for the tree, not at each step, since that lays out the page; true if it is new.
  measure() {
    const {width, height} = this.svg.getBoundingClientRect(), {room} = this;
    this.room = {width, height};
    return room?.width !== width || room.height !== height;
  }

  // Levels as far apart as there is room for, at the scale that the width allows.
  stretch() {
    const {width, height} = this.room, {l, r, deep} = this.box;
    const scale = Math.min(1.5, Math.max(this.least, (width - 76) / (r - l)));
    this.level = Math.max(46, Math.min(84 / Math.min(1, scale), (height - 70 - FOOT) / Math.max(1, deep) / scale));
  }

  fit() {
    const {width, height} = this.room;
    if (!width || !this.box) return;
    const pad = 64, {l, r} = this.box, room = width - pad - 8;
    const fits = Math.min(1.5, room / (r - l), (height - 56 - FOOT) / Math.max(this.box.h, 1)), scale = Math.max(this.least, fits);
    let x = pad + (room - (r - l) * scale) / 2 - l * scale;
    if (fits < this.least) { // follow the node, with no emptiness beside a tree that is wider than the window
      x = (pad + width) / 2 - (this.at ? this.at.x : 0) * scale;
      if ((r - l) * scale > room) x = Math.min(pad - l * scale, Math.max(width - 8 - r * scale, x));
    }
    const tall = this.box.h * scale + 56 + FOOT > height && this.at;
    const y = tall ? Math.max(Math.min(30, height * .6 - this.at.y * scale), Math.min(30, height - 30 - FOOT - this.box.h * scale)) : 30;
    this.camera = {scale, x, y};
    this.follow = true;
    this.placed();
  }

  // On paper, as much of the tree around this node as can be read; on the screen as the camera stands.
  onPaper(printing) {
    if (!printing) {
      this.svg.removeAttribute('viewBox');
      return this.placed();
    }
    const {l, r, h} = this.box, width = Math.min(r - l, 1000), height = Math.min(h + 60, 600);
    const x = Math.max(l, Math.min(r - width, (this.at?.x || 0) - width / 2));
    const y = Math.max(-30, Math.min(h + 30 - height, (this.at?.y || 0) - height * .6));
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    this.world.removeAttribute('transform');
    put(this.axis);
    put(this.bands);
  }

  placed() {
    const {scale, x, y} = this.camera;
    this.world.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
    this.svg.classList.toggle('tiny', scale < .5);
    this.svg.classList.toggle('dots', scale < .3);
    const names = [];
    let lastY = -99;
    for (const [level, name] of [...this.levels].sort((a, b) => a[0] - b[0])) {
      const at = level * scale + y;
      if (!name || at - lastY < 13) continue;
      names.push(s('text', {x: 6, y: at + 4}, name.length > 10 ? name.slice(0, 9) + '…' : name));
      lastY = at;
    }
    put(this.axis, names.length && s('rect', {x: 0, y: 0, width: 58, height: '100%'}), names);
    const band = this.band === null ? null : s('rect', {x: 0, y: (this.band - this.level / 2 + 6) * scale + y, width: '100%', height: (this.level - 12) * scale});
    put(this.bands, band);
  }
}

const KINDS = {
  choice: 'safe so far', fail: 'rejected', solution: 'solution', white: 'not yet tried',
  fold: 'failed subtree: click to look inside', 'fold solved': 'subtree with solutions: click to look inside',
  'fold begun': 'subtree that is not finished: click to look inside',
};

function glyph(shape, current, asked) {
  const {x, y, n, many} = shape, ring = current && s('circle', {class: 'ring', cx: x, cy: y, r: 13});
  if (asked) {
    return s('g', {'data-n': n, class: 'g'}, ring, s('circle', {class: 'asked', cx: x, cy: y, r: 8}), s('text', {class: 'q', x, y: y + 4}, asked));
  }
  const kind = shape.kind.split(' ')[0];
  const count = many > 1 && s('text', {class: 'many', x, y: y + (kind === 'fold' ? 27 : 19)}, grouped(many));
  return s('g', {'data-n': n, class: `g ${shape.kind}${shape.ahead ? ' ahead' : ''}`}, ring, OUTLINES[kind](x, y, many), count);
}

const OUTLINES = {
  choice: (x, y) => s('circle', {cx: x, cy: y, r: 7}),
  white: (x, y) => s('circle', {cx: x, cy: y, r: 5.5}),
  fail: (x, y, many) => [many > 1 && s('rect', {x: x - 3, y: y - 8, width: 11, height: 11, class: 'behind'}), s('rect', {x: x - 6, y: y - 6, width: 12, height: 12})],
  solution: (x, y) => s('path', {d: `M${x} ${y - 9}l9 9l-9 9l-9-9z`}),
  fold: (x, y) => s('path', {d: `M${x} ${y - 8}l11 22h-22z`}),
};
