// Python beside the page, which stays awake, and ends it by ending this worker.
let perform, mayWait;

const bytesOf = {};

// Whatever Pyodide asks for was handed over, its program compiled: nothing is fetched here, nor could
// it be.
self.fetch = async address => {
  const name = String(address.url || address).split('/').pop();
  if (!bytesOf[name]) throw new Error('there is no network here');
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  return new Response(bytesOf[name], {headers: {'Content-Type': type}});
};

async function start({base, files, wheels, solvers}) {
  Object.assign(bytesOf, files);
  const compiled = files['pyodide.asm.wasm'];
  WebAssembly.instantiateStreaming = async (_, imports) => ({module: compiled, instance: await WebAssembly.instantiate(compiled, imports)});
  const {loadPyodide} = await import(`${base}pyodide/pyodide.mjs`);
  const print = text => postMessage({kind: 'output', text: text + '\n'});
  const python = await loadPyodide({indexURL: `${base}pyodide/`, stdout: print, stderr: print});
  for (const [name, bytes] of Object.entries(wheels)) {
    // Ours looks for its puzzles and commands in folders; the others may stay packed.
    if (name.startsWith('everyway')) python.unpackArchive(bytes, 'wheel');
    else python.FS.writeFile(`/lib/${name}`, new Uint8Array(bytes));
  }
  python.runPython(`import sys; sys.path += ["/lib/" + name for name in ${JSON.stringify(Object.keys(wheels))}]`);
  // Those with a wheel are imported by Python; the others run beside it.
  for (const [name, bytes] of Object.values(solvers).flatMap(Object.entries)) if (name.endsWith('.whl')) python.unpackArchive(bytes, 'wheel');
  mayWait = 'Suspending' in WebAssembly && Boolean(solvers.clingo || solvers.minizinc);
  if (solvers.clingo || solvers.minizinc) {
    const beside = (name, words, program) => new Beside(name, solvers[name], JSON.parse(words), program);
    python.pyimport('everyway.views.playground.solvers_in_browser').offer(Object.keys(solvers), beside);
  }
  perform = python.pyimport('everyway.views.playground.in_browser').perform;
}

self.onmessage = async ({data}) => {
  try {
    if (data.files) await start(data);
    else {
      const show = part => postMessage(JSON.parse(part));
      await (mayWait ? perform.callPromising(JSON.stringify(data), show) : perform(JSON.stringify(data), show));
    }
    postMessage({kind: data.files ? 'ready' : 'end'});
  } catch (error) {
    postMessage({kind: 'broken', text: String(error.message || error)});
  }
};
