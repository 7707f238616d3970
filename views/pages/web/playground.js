// The playground. What a program gives is shown as text, as images and in frames without rights,
// since it may be anybody's: nothing of it is markup of this page.
// Letters of text cost a page more than those of a picture or a frame.
const MOST_PARTS = 20000, MOST_LETTERS = 3e7, COST_OF_TEXT = 30, LONGEST = 2e5;
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;
const KEPT = `everyway ${location.pathname}`;
const printable = text => String(text).replace(CONTROL, letter => '\\u' + letter.charCodeAt(0).toString(16).padStart(4, '0'));

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
  busy: false, waiting: null, names: new Map(), addresses: [], loaded: {},

  async open() {
    this.data = await unpacked();
    this.names.set('', this.data.start);
    this.data.puzzles.forEach(puzzle => this.names.set(puzzle.name, puzzle));
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
    put('puzzle', h('option', {value: '', title: 'eight lines to begin with'}, 'my own'), this.data.puzzles.map(puzzle => h('option', {value: puzzle.name, title: puzzle.summary}, puzzle.name)));
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

  listen() {
    $('theme').onclick = () => theme.turn();
    $('puzzle').onchange = () => { this.choose($('puzzle').value, ''); this.forget(); };
    $('words').oninput = () => this.forget();
    $('program').oninput = () => { this.number(); this.forget(); };
    $('program').onscroll = () => { $('numbers').scrollTop = $('program').scrollTop; };
    $('program').onkeydown = event => this.key(event);
    for (const button of document.querySelectorAll('[data-action]')) button.onclick = () => this.ask(button.dataset.action);
    for (const button of document.querySelectorAll('[data-solver]')) button.onclick = () => this.elsewhere(button);
    for (const button of document.querySelectorAll('[data-load]')) button.onclick = () => this.fetchSolver(button);
    $('stop').onclick = () => this.stop('stopped');
    $('link').onclick = () => this.link();
    $('wide').onclick = () => $('wide').setAttribute('aria-pressed', document.body.classList.toggle('wide'));
    $('copyline').onclick = () => this.copy($('line').textContent);
    addEventListener('hashchange', () => this.read());
  },

  // ---------------------------------------------------------------------------- the program

  choose(name, words) {
    $('puzzle').value = name;
    $('words').value = words;
    this.edit(this.names.get(name).program);
  },

  edit(program) {
    $('program').value = program;
    this.number();
    // From the function on: before it may stand a page of known counts.
    const lines = program.split('\n'), first = lines.findIndex(line => line.startsWith('def ' + $('puzzle').value));
    $('program').scrollTop = Math.max(0, first - 1) * $('program').scrollHeight / lines.length;
  },

  number() {
    const lines = $('program').value.split('\n').length;
    $('numbers').textContent = Array.from({length: lines}, (_, line) => line + 1).join('\n');
    $('numbers').scrollTop = $('program').scrollTop;
  },

  // A new line begins below the last; Ctrl + Enter solves.
  key(event) {
    if (event.key !== 'Enter' || event.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.ask('solve');
      return;
    }
    const before = $('program').value.slice(0, $('program').selectionStart).split('\n').pop();
    const more = /[:([{]\s*$/.test(before) ? '    ' : '';
    if (document.execCommand('insertText', false, '\n' + /^\s*/.exec(before)[0] + more)) event.preventDefault();
  },

  changed() { return !$('puzzle').value || $('program').value !== this.names.get($('puzzle').value).program; },

  // The file of the program: named after the last function that returns a model.
  file() {
    if (!this.changed()) return `${$('puzzle').value}.py`;
    const text = $('program').value, made = [...text.matchAll(/^def\s+(\w+)\(.*?\)\s*->/gms)].pop();
    const isToml = /^rules\s*=/m.test(text) && !/^(from|import|def)\s/m.test(text);
    return `${made ? made[1] : 'puzzle'}.${isToml ? 'toml' : 'py'}`;
  },

  // ------------------------------------------------------------------------------- the link

  async query() {
    const query = new URLSearchParams({puzzle: $('puzzle').value});
    if ($('words').value) query.set('words', $('words').value);
    if (this.changed()) {
      const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode($('program').value), Infinity);
      query.set('program', btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
    }
    return query;
  },

  // What is typed stands in the address, and is there again after a reload.
  async keep() {
    clearTimeout(this.later);
    const hash = '#' + await this.query();
    history.replaceState(null, '', hash);
    try { localStorage.setItem(KEPT, hash); } catch { /* This browser keeps nothing. */ }
  },

  kept() {
    try { return localStorage.getItem(KEPT) || ''; } catch { return ''; }
  },

  async link() {
    await this.keep();
    this.copy(location.href);
  },

  // Shows what the address holds, or what was typed last, and runs nothing.
  async read() {
    const own = this.kept();
    if (!location.hash && own) history.replaceState(null, '', own);
    const query = new URLSearchParams(location.hash.slice(1)), packed = query.get('program');
    this.choose(this.names.has(query.get('puzzle')) ? query.get('puzzle') : '', printable(query.get('words') || ''));
    if (packed) {
      try {
        const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
        this.edit(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes, LONGEST)));
      } catch {
        this.say('status', 'This link is damaged, or holds too long a program.');
        return;
      }
    }
    $('linked').hidden = location.hash === own || (!packed && !query.get('words'));
    if (location.hash) return;
    put('answer', h('p', {}, 'A solution of it. Press Solve for all of them.'));
    this.show('board', '', {svg: this.data.start.board, label: 'six queens'});
  },

  // The program is one's own from now on.
  forget() {
    $('linked').hidden = true;
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
    const puzzle = this.changed() ? `./${this.file()}` : $('puzzle').value;
    const chosen = action === 'compare' ? solvers : solvers.filter(name => name !== 'auto');
    const options = [action === 'solve' && `-n ${this.data.most}`, ...chosen.map(name => `-S ${name}`)];
    return printable(['everyway', action, puzzle, $('words').value.trim(), ...options].filter(Boolean).join(' '));
  },

  // ----------------------------------------------------------------------------- the answers

  ask(action) {
    if (this.busy) this.stop('');
    const single = action === 'solve' || action === 'count' || action === 'story';
    const solvers = action === 'compare' ? this.ticked() : single ? [$('solver').value] : [];
    $('linked').hidden = true;
    this.clear();
    $('command').hidden = false;
    $('line').textContent = this.line(action, solvers);
    const columns = Math.max(40, Math.floor(($('right').clientWidth - 56) / ($('ruler').getBoundingClientRect().width / 40)));
    this.waiting = {action, solvers, columns, file: this.file(), words: $('words').value, program: $('program').value};
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

  clear() {
    this.addresses.forEach(address => URL.revokeObjectURL(address));
    this.addresses = [];
    put('answer');
  },

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
    const last = $('answer').lastElementChild;
    if (kind === 'board') {
      const boards = last && last.className === 'boards' ? last : h('div', {class: 'boards'});
      boards.append(h('img', {src: this.address(part.svg, 'image/svg+xml'), alt: printable(part.label)}));
      $('answer').append(boards);
    } else if (kind === 'page') {
      const address = this.address(part.html, 'text/html') + `#theme=${document.documentElement.dataset.theme}`;
      $('answer').append(h('iframe', {sandbox: 'allow-scripts', title: printable(part.title), src: address}));
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
      this.fetched('pyodide', ['pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json']),
      this.fetched('wheels', this.data.wheels),
    ]);
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

playground.open();
