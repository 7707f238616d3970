// clingo and MiniZinc, each in a worker of its own. Python, which has to wait for what they say,
// waits by stack switching, where the browser has that for WebAssembly.
const SOURCES = {
  clingo: text => `${text}
    self.onmessage = async ({data: {words, program}}) => {
      const print = line => postMessage({line}), printErr = error => postMessage({error});
      const clingo = await Module({locateFile: name => name, print, printErr});
      postMessage({code: clingo.ccall('run', 'number', ['string', 'string'], [program, words.join(' ')])});
    };`,
  minizinc: text => text,
};
// The program is compiled once, beside Python; other files come with the first message.
const BEFORE = `let given;
  self.addEventListener('message', ({data}) => { given = given || data; });
  self.fetch = async name => new Response(given.files[name]);
  WebAssembly.instantiateStreaming = async (_, imports) => ({module: given.compiled, instance: await WebAssembly.instantiate(given.compiled, imports)});
  self.onunhandledrejection = ({reason}) => postMessage({error: String(reason), code: -1});
`;
const compiled = {};
const SAME = {createScriptURL: address => address};
let policy;

// Runs a solver on a program; what it says is asked for by `next`.
class Beside {
  constructor(name, files, words, program) {
    policy = policy || (self.trustedTypes ? trustedTypes.createPolicy('worker', SAME) : SAME);
    const address = URL.createObjectURL(new Blob([BEFORE, SOURCES[name](new TextDecoder().decode(files[name === 'clingo' ? 'clingo.js' : 'minizinc-worker.js']))], {type: 'text/javascript'}));
    this.heard = [];
    this.worker = new Worker(policy.createScriptURL(address), {type: 'module'});
    const hear = message => { this.heard.push(message); if (this.wake) this.wake(); };
    this.worker.onmessage = ({data}) => hear(data);
    this.worker.onerror = event => hear({error: event.message || 'it broke off', code: -1});
    compiled[name] = compiled[name] || new WebAssembly.Module(files[`${name}.wasm`]);
    const first = {compiled: compiled[name], files: {'minizinc.data': files['minizinc.data']}, words, program};
    // The worker of MiniZinc takes two messages: where its files are, and what to run.
    this.worker.postMessage({...first, wasmURL: 'minizinc.wasm', dataURL: 'minizinc.data'});
    if (name === 'minizinc') this.worker.postMessage({jsonStream: words.includes('--json-stream'), args: words.filter(word => word !== '--json-stream'), files: {'model.mzn': program}});
  }

  // As JSON, all that was said since; if nothing was, what is said in the next seconds.
  async next(seconds) {
    if (!this.heard.length) await new Promise(done => { this.wake = done; setTimeout(done, seconds * 1000); });
    return JSON.stringify(this.heard.splice(0));
  }

  end() { this.worker.terminate(); }
}
