// The playground. What a program gives is shown as text, as images and in frames without rights,
// since it may be anybody's: nothing of it is markup of this page.
// Letters of text cost a page more than those of a picture or a frame.
const MOST_PARTS = 20000, MOST_LETTERS = 3e7, COST_OF_TEXT = 30, LONGEST = 2e5, MOST_BEFORE = 9;
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;
const WASM = 'pyodide.asm.wasm';
const KEPT = `everyway ${location.pathname} `;
const printable = text => String(text).replace(CONTROL, letter => '\\u' + letter.charCodeAt(0).toString(16).padStart(4, '0'));
const titled = program => program.name.replaceAll('_', ' ');

// What is kept from one visit to the next; where the browser keeps nothing, until the page is left.
const kept = {
  here: new Map(),
  get(name) {
    try { return this.here.get(name) || JSON.parse(localStorage.getItem(KEPT + name)); } catch { return null; }
  },
  set(name, value) {
    this.here.set(name, value);
    try { localStorage.setItem(KEPT + name, JSON.stringify(value)); } catch { /* This browser keeps nothing. */ }
  },
};

const sized = bytes => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

// Runs in a worker of its own, which may fetch what the page may no more: files of its folder.
const fetching = async ({data: {address, names, port}}) => {
  try {
    const files = await Promise.all(names.map(async name => {
      const answer = await fetch(`${address}/${name}`);
      if (!answer.ok) throw new Error(`${name} is not there`);
      return [name, await answer.arrayBuffer()];
    }));
    port.postMessage({files: Object.fromEntries(files)}, files.map(([, bytes]) => bytes));
  } catch (error) { port.postMessage({error: error.message}); }
};

const playground = {
  busy: false, waiting: null, before: [], addresses: [], loaded: {},

  async open() {
    this.data = await unpacked();
    this.programs = new Map(this.data.programs.map(one => [one.id = `${one.kind}=${one.name}`, one]));
    this.base = new URL('.', location.href).href.replaceAll(';', '%3B').replaceAll(',', '%2C');
    this.fill();
    this.listen();
    await this.read();
    document.documentElement.dataset.ready = '';
    try {
      await this.load();
      this.start();
    } catch (error) {
      this.say('state', `Python cannot be loaded: ${error.message || error}`);
    }
  },

  fill() {
    put('tabs', this.of('example').map(one => h('button', {'data-program': one.id}, titled(one))));
    put('puzzle', h('option', {value: ''}, 'more puzzles'), this.of('puzzle').map(one => h('option', {value: one.id, title: one.summary}, one.name)));
    this.listExercises();
    const of = {here: [], packed: [], others: []};
    this.data.solvers.forEach(solver => of[!solver.install ? 'here' : solver.packed ? 'packed' : 'others'].push(solver));
    put('solver');
    put('solvers');
    of.here.forEach(solver => this.add(solver, this.data.compared.includes(solver.name)));
    put('loadable', of.packed.length > 0 && 'can be loaded: ', of.packed.map(solver => h('button', {'data-load': solver.name, disabled: true, title: solver.summary},
      `${solver.name}, ${sized(Object.values(solver.packed).reduce((sum, bytes) => sum + bytes))}`)));
    put('others', 'not in a browser: ', of.others.map(solver =>
      h('button', {'data-solver': solver.name, 'aria-expanded': 'false', title: solver.summary}, solver.name)));
  },

  add(solver, checked) {
    $('solver').append(h('option', {title: solver.summary}, solver.name));
    $('solvers').append(h('label', {title: solver.summary}, h('input', {type: 'checkbox', value: solver.name, checked}), solver.name));
  },

  of(kind) { return this.data.programs.filter(one => one.kind === kind); },
  solved() { return this.of('exercise').filter(one => kept.get(`solved ${one.name}`)); },

  // By lesson, each with a mark if it is solved.
  listExercises() {
    const all = this.of('exercise'), solved = this.solved(), lesson = one => one.summary.split(':')[0];
    put('exercise', h('option', {value: ''}, `exercises: ${solved.length} of ${all.length}`),
      [...new Set(all.map(lesson))].map(name => h('optgroup', {label: name}, all.filter(one => lesson(one) === name).map(one =>
        h('option', {value: one.id, title: one.summary}, `${solved.includes(one) ? '✓ ' : ''}${titled(one)}`)))));
    if (this.now) this.select('exercise');
  },

  select(kind) { $(kind).value = this.now.kind === kind ? this.now.id : ''; },

  listen() {
    $('theme').onclick = () => theme.turn();
    for (const kind of ['puzzle', 'exercise']) $(kind).onchange = () => this.choose($(kind).value || this.now.id);
    for (const tab of document.querySelectorAll('[data-program]')) tab.onclick = () => this.choose(tab.dataset.program);
    $('again').onclick = () => this.again();
    $('back').onclick = () => this.back();
    $('words').oninput = () => this.typed();
    $('program').oninput = () => this.typed();
    $('program').onkeydown = event => this.key(event);
    for (const button of document.querySelectorAll('[data-action]')) button.onclick = () => this.ask(button.dataset.action);
    for (const button of document.querySelectorAll('[data-solver]')) button.onclick = () => this.elsewhere(button);
    for (const button of document.querySelectorAll('[data-load]')) button.onclick = () => this.fetchSolver(button);
    $('stop').onclick = () => this.stop('stopped');
    $('link').onclick = () => this.link();
    $('wide').onclick = () => $('wide').setAttribute('aria-pressed', document.body.classList.toggle('wide'));
    $('copyline').onclick = () => this.copy($('line').textContent);
    addEventListener('hashchange', () => this.read());
    addEventListener('pagehide', () => this.later && this.save());
  },

  // ---------------------------------------------------------------------------- the program

  // Another program takes the place of this one, which is kept as it is.
  choose(id) {
    this.save();
    this.turnTo(id);
    this.keep();
  },

  turnTo(id, text = this.own(id)) {
    this.now = this.programs.get(id);
    this.before = text.before;
    $('linked').hidden = true;
    $('words').value = text.words;
    this.select('puzzle');
    this.select('exercise');
    for (const tab of document.querySelectorAll('[data-program]')) tab.setAttribute('aria-pressed', tab.dataset.program === id);
    for (const button of document.querySelectorAll('[data-action]')) button.classList.toggle('main', button.dataset.action === this.main());
    this.edit(text.program);
    if (!this.busy) this.picture();
  },

  // What was typed into a program, or the program as it is.
  own(id) {
    const {program, words, before} = kept.get(id) || {};
    if (typeof program !== 'string') return {program: this.programs.get(id).program, words: '', before: []};
    return {program, words: String(words), before: Array.isArray(before) ? before : []};
  },

  main() { return this.now.kind === 'exercise' ? 'check' : 'solve'; },
  text() { return {program: $('program').value, words: $('words').value}; },
  changed() { return $('program').value !== this.now.program; },

  // The texts that wait, and `text` before them if it is somebody's and is not among them.
  with({program, words}, waiting) {
    const isNew = (program !== this.now.program || words) && !waiting.some(one => one.program === program && one.words === words);
    return isNew ? [{program, words}, ...waiting].slice(0, MOST_BEFORE) : waiting;
  },

  // The program as it was; the text waits.
  again() {
    this.turnTo(this.now.id, {program: this.now.program, words: '', before: this.with(this.text(), this.before)});
    this.keep();
  },

  // The first text that waits; this one is the last then.
  back() {
    const [first, ...rest] = this.before;
    this.turnTo(this.now.id, {...first, before: [...rest, ...this.with(this.text(), [])]});
    this.keep();
  },

  edit(program) {
    $('program').value = program;
    this.mark(0);
    this.draw();
    // A puzzle from its function on: before it may stand a page of known counts.
    const lines = program.split('\n'), first = lines.findIndex(line => line.startsWith(`def ${this.now.name}(`));
    $('editor').scrollTop = this.now.kind === 'puzzle' ? (first - 1) * $('code').clientHeight / lines.length : 0;
  },

  // The numbers of lines, the colours, and the ways back.
  draw() {
    const {program, words} = this.text();
    $('numbers').textContent = program.split('\n').map((_, line) => line + 1).join('\n');
    put('colours', coloured(program), '\n');
    $('again').hidden = !this.changed() && !words;
    $('back').hidden = !this.before.length;
  },

  // A line with an error, or none.
  mark(line) {
    $('wrong').hidden = !line;
    $('wrong').style.setProperty('--line', line - 1);
    if (line) $('wrong').scrollIntoView({block: 'nearest'});
  },

  // A new line begins below the last; Tab indents, unless Escape was pressed before it.
  key(event) {
    const leaves = this.leaves;
    this.leaves = event.key === 'Escape' || (leaves && event.key === 'Shift');
    if (event.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.ask(this.main());
    } else if (event.key === 'Enter') {
      const before = $('program').value.slice(0, $('program').selectionStart).split('\n').pop();
      if (insert('\n' + /^\s*/.exec(before)[0] + (/[:([{]\s*$/.test(before) ? '    ' : ''))) event.preventDefault();
    } else if (event.key === 'Tab' && !leaves && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      indent($('program'), event.shiftKey);
    }
  },

  // The file of the program: that of the exercise, or named after the last function that returns a model.
  file() {
    if (this.now.kind === 'exercise' || (this.now.kind === 'puzzle' && !this.changed())) return `${this.now.name}.py`;
    const text = $('program').value, made = [...text.matchAll(/^def\s+(\w+)\(.*?\)\s*->/gms)].pop();
    const isToml = /^rules\s*=/m.test(text) && !/^(from|import|def)\s/m.test(text);
    return `${made ? made[1] : 'puzzle'}.${isToml ? 'toml' : 'py'}`;
  },

  // What stands behind the program on a command line.
  words(action) {
    const words = $('words').value.trim();
    if (action !== 'check' || /--against|--exercise|[{[]/.test(words)) return words;
    return this.now.kind === 'exercise' ? '' : `${words} --against ${this.now.name}`.trim();
  },

  // ------------------------------------------------------------------------------- the link

  async hash() {
    const query = new URLSearchParams({[this.now.kind]: this.now.name}), {program, words} = this.text();
    if (words) query.set('words', words);
    if (this.changed()) {
      const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(program), Infinity);
      query.set('program', btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
    }
    return `#${query}`;
  },

  save() {
    this.later = clearTimeout(this.later);
    const isOwn = this.changed() || $('words').value || this.before.length;
    kept.set(this.now.id, isOwn ? {...this.text(), before: this.before} : null);
    kept.set('open', this.now.id);
  },

  // What is typed is there again after a reload, and stands in the address.
  async keep() {
    this.save();
    const {now} = this, {href} = location, hash = await this.hash();
    if (now === this.now && href === location.href) history.replaceState(null, '', hash);
  },

  async link() {
    await this.keep();
    this.copy(location.href);
  },

  // Shows what the address holds, or what was open last, and runs nothing.
  async read() {
    const query = new URLSearchParams(location.hash.slice(1)), [kind] = query.keys();
    const id = [`${kind}=${query.get(kind)}`, !location.hash && kept.get('open'), this.data.programs[0].id].find(one => this.programs.has(one));
    const packed = query.get('program'), words = printable(query.get('words') || '');
    let program = this.programs.get(id).program;
    try {
      if (packed) program = await unpackedProgram(packed);
    } catch {
      this.say('status', 'This link is damaged, or holds too long a program.');
    }
    if (this.now) this.save();
    this.now = this.programs.get(id);
    const own = this.own(id), isLink = (packed || words) && (program !== own.program || words !== own.words);
    this.turnTo(id, isLink ? {program, words, before: this.with(own, own.before)} : own);
    $('linked').hidden = !isLink;
  },

  // The program is one's own from now on.
  typed() {
    $('linked').hidden = true;
    this.mark(0);
    this.draw();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.keep(), 300);
  },

  copy(text) {
    const done = words => this.say('status', words);
    const by = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject();
    by.then(() => done('copied'), () => done('this browser copies nothing here; take it from the address bar, or mark it'));
  },

  // ----------------------------------------------------------------------------- the solvers

  ticked() { return [...document.querySelectorAll('#solvers input:checked')].map(box => box.value); },

  // What to type for a solver that no browser has.
  elsewhere(button) {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    for (const other of document.querySelectorAll('[data-solver]')) other.setAttribute('aria-expanded', other === button && !isOpen);
    $('elsewhere').hidden = isOpen;
    if (isOpen) return;
    const solver = this.data.solvers.find(one => one.name === button.dataset.solver);
    const lines = [solver.install, this.line('compare', [...this.ticked(), solver.name])];
    put('elsewhere', h('p', {}, `${solver.name} does not run in a browser. On a computer:`),
      lines.map(line => [line, h('button', {}, 'copy')]).map(([line, copy]) => {
        copy.onclick = () => this.copy(line);
        return h('div', {}, h('code', {}, line), copy);
      }));
  },

  line(action, solvers) {
    if (action === 'script') return `python ${this.file()}`;
    const isPuzzle = this.now.kind === 'puzzle' && !this.changed() && action !== 'check';
    const puzzle = isPuzzle ? this.now.name : `./${this.file()}`;
    const chosen = solvers.length > 1 ? solvers : solvers.filter(name => name !== 'auto');
    const options = [action === 'solve' && `-n ${this.data.most}`, action === 'show' && '--candidates', ...chosen.map(name => `-S ${name}`)];
    return printable(['everyway', action, puzzle, this.words(action), ...options].filter(Boolean).join(' '));
  },

  // ----------------------------------------------------------------------------- the answers

  ask(action) {
    if (this.busy) this.stop('');
    const single = ['solve', 'count', 'story'].includes(action), several = ['compare', 'report'].includes(action);
    const solvers = several ? this.ticked() : single ? [$('solver').value] : [];
    $('linked').hidden = true;
    this.mark(0);
    $('answer').classList.add('old');
    $('command').hidden = false;
    $('line').textContent = this.line(action, solvers);
    const columns = Math.max(40, Math.floor(($('right').clientWidth - 56) / ($('ruler').getBoundingClientRect().width / 40)));
    this.marked = action === 'check' && this.now.kind === 'exercise' && this.now;
    this.waiting = {action, solvers, columns, file: this.file(), words: this.words(action), program: $('program').value};
    this.busy = true;
    this.parts = this.letters = 0;
    this.began = performance.now();
    this.clock = setInterval(() => this.tick(), 200);
    this.tick();
    $('stop').disabled = false;
    this.send();
    if (innerWidth <= 820) $('right').scrollIntoView();
  },

  tick() { this.say('status', `${this.waiting ? 'waiting for Python' : 'running'}, ${this.seconds()}`, true); },
  seconds() { return `${((performance.now() - this.began) / 1000).toFixed(1)} s`; },

  // An old answer stays until there is another.
  clear() {
    $('answer').classList.remove('old');
    this.addresses.forEach(address => URL.revokeObjectURL(address));
    this.addresses = [];
    put('answer');
  },

  clearOld() { if ($('answer').classList.contains('old')) this.clear(); },

  send() {
    if (!this.isReady || !this.waiting) return;
    this.worker.postMessage(this.waiting);
    this.waiting = null;
    this.tick();
  },

  finish(words) {
    clearInterval(this.clock);
    this.busy = false;
    this.waiting = null;
    $('stop').disabled = true;
    this.clearOld();
    this.say('status', words);
  },

  // Ends the program by ending the worker, whatever it does; another takes its place.
  stop(words) {
    const begun = this.busy && !this.waiting;
    this.finish(words);
    if (begun) this.start();
  },

  hear(part) {
    if (part.kind === 'ready') {
      this.isReady = true;
      this.say('state', 'Python is ready');
      document.documentElement.dataset.python = 'ready';
      this.send();
    } else if (part.kind === 'end') {
      if (this.busy) this.finish(`done in ${this.seconds()}`);
    } else if (part.kind === 'broken') {
      this.clearOld();
      this.write('error', part.text);
      this.finish('Python broke off');
      if (this.isReady) this.start();
      else this.say('state', 'Python cannot be started');
    } else if (this.busy) {
      this.letters += Object.values(part).join('').length * (part.svg || part.html ? 1 : COST_OF_TEXT);
      if (++this.parts > MOST_PARTS || this.letters > MOST_LETTERS) this.stop('stopped: that is more than a page can show');
      else this.show(part.kind, String(part.text), part);
    }
  },

  show(kind, text, part) {
    this.clearOld();
    const last = $('answer').lastElementChild, line = /\(line\s(\d+)\)|\.(?:py|toml):(\d+):/.exec(text);
    if (line && $('wrong').hidden) this.mark(line[1] || line[2]);
    if (kind === 'board') {
      const boards = last && last.className === 'boards' ? last : h('div', {class: 'boards'});
      boards.append(h('img', {src: this.address(part.svg, 'image/svg+xml'), alt: printable(part.label)}));
      $('answer').append(boards);
    } else if (kind === 'page') {
      const address = this.address(part.html, 'text/html') + `#theme=${document.documentElement.dataset.theme}`;
      $('answer').append(h('iframe', {sandbox: 'allow-scripts', title: printable(part.title), src: address}));
    } else if (kind === 'code') {
      if (this.marked && part.code === '0') this.solve(this.marked);
    } else if (kind === 'error') {
      const from = text.search(/^error:\s/m);
      this.write('output', from < 0 ? text : text.slice(0, from));
      this.write('error', from < 0 ? '' : text.slice(from));
    } else this.write('output', text);
  },

  write(kind, text) {
    const last = $('answer').lastElementChild;
    if (!text) return;
    if (last && last.className === kind) last.append(printable(text));
    else $('answer').append(h('pre', {class: kind, tabindex: '0'}, printable(text)));
  },

  // A solved exercise stays solved.
  solve(exercise) {
    kept.set(`solved ${exercise.name}`, true);
    this.listExercises();
    const all = this.of('exercise'), solved = this.solved(), next = all.find(one => !solved.includes(one));
    const more = next && h('button', {}, `next: ${titled(next)}`);
    if (next) more.onclick = () => this.choose(next.id);
    $('answer').prepend(h('p', {class: 'solved'}, `Solved: ${solved.length} of ${all.length} exercises. `, more));
  },

  // A solution of an example, before all of them are asked for.
  picture() {
    this.clear();
    this.say('status', '');
    $('command').hidden = true;
    if (this.changed()) return;
    put('answer', h('p', {}, this.now.summary || 'A solution of it. Press Solve for all of them.'));
    if (this.now.board) this.show('board', '', {svg: this.now.board, label: titled(this.now)});
  },

  address(text, type) {
    this.addresses.push(URL.createObjectURL(new Blob([text], {type})));
    return this.addresses[this.addresses.length - 1];
  },

  say(id, words, busy = false) {
    $(id).textContent = words;
    $(id).classList.toggle('busy', busy);
    $(id).setAttribute('aria-live', busy ? 'off' : 'polite');
  },

  // -------------------------------------------------------------------------------- Python

  async load() {
    this.say('state', 'loading Python', true);
    const policy = window.trustedTypes ? trustedTypes.createPolicy('worker', {createScriptURL: address => address}) : {createScriptURL: address => address};
    const script = text => policy.createScriptURL(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));
    this.fetcher = new Worker(script(`onmessage = ${fetching}`));
    [this.files, this.wheels] = await Promise.all([
      this.fetched('pyodide', [WASM, 'python_stdlib.zip', 'pyodide-lock.json']),
      this.fetched('wheels', this.data.wheels),
    ]);
    // Compiled once for every worker, so that Python is soon there again after a stop.
    this.files[WASM] = await WebAssembly.compile(this.files[WASM]);
    // From here on nothing is fetched, by this page, by Python or by a frame.
    const last = `connect-src 'none'; worker-src blob:; script-src ${this.base}pyodide/ 'wasm-unsafe-eval' ${this.data.traced}`;
    document.head.append(h('meta', {'http-equiv': 'Content-Security-Policy', content: last}));
    this.script = script(this.data.worker);
    for (const button of document.querySelectorAll('[data-load]')) button.disabled = false;
  },

  fetched(folder, names) {
    return new Promise((done, failed) => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = ({data}) => data.files ? done(data.files) : failed(new Error(`${folder}: ${data.error}`));
      this.fetcher.postMessage({address: this.base + folder, names, port: port2}, [port2]);
    });
  },

  // A solver with a library of its own: Python starts again with it.
  async fetchSolver(button) {
    const solver = this.data.solvers.find(one => one.name === button.dataset.load);
    button.disabled = true;
    this.say('state', `loading ${button.textContent}`, true);
    try {
      this.loaded[solver.name] = await this.fetched(`solvers/${solver.name}`, Object.keys(solver.packed));
    } catch (error) {
      button.disabled = false;
      this.say('state', `${solver.name} cannot be loaded: ${error.message}`);
      return;
    }
    button.remove();
    $('loadable').hidden = !$('loadable').querySelector('button');
    this.add(solver, true);
    if (this.busy && !this.waiting) this.finish('stopped');
    this.start();
  },

  start() {
    if (this.worker) this.worker.terminate();
    this.isReady = false;
    this.say('state', 'starting Python', true);
    delete document.documentElement.dataset.python;
    const worker = this.worker = new Worker(this.script, {type: 'module'});
    worker.onmessage = event => { if (worker === this.worker) this.hear(event.data || {}); };
    worker.onerror = event => this.hear({kind: 'broken', text: event.message || 'the worker ended'});
    worker.postMessage({base: this.base, files: this.files, wheels: this.wheels, solvers: this.loaded});
  },
};

// Bytes through a stream that makes them shorter or longer, no longer than `most`.
async function through(stream, bytes, most) {
  const chunks = [], reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  let size = 0;
  for (let one = await reader.read(); !one.done; one = await reader.read()) {
    chunks.push(one.value);
    size += one.value.length;
    if (size > most) throw new Error('too long');
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

// The program that a link holds.
async function unpackedProgram(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes, LONGEST));
}

playground.open();
