// Python beside the page, which stays awake, and ends it by ending this worker.
let perform;

const bytesOf = {};

// Whatever Pyodide asks for was handed over: nothing is fetched here, nor could it be.
self.fetch = async address => {
  const name = String(address.url || address).split('/').pop();
  if (!bytesOf[name]) throw new Error('there is no network here');
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  return new Response(bytesOf[name], {headers: {'Content-Type': type}});
};

async function start({base, files, wheels}) {
  Object.assign(bytesOf, files);
  const {loadPyodide} = await import(`${base}pyodide/pyodide.mjs`);
  const print = text => postMessage({kind: 'output', text: text + '\n'});
  const python = await loadPyodide({indexURL: `${base}pyodide/`, stdout: print, stderr: print});
  for (const [name, bytes] of Object.entries(wheels)) {
    // Ours looks for its puzzles and commands in folders; the others may stay packed.
    if (name.startsWith('everyway')) python.unpackArchive(bytes, 'wheel');
    else python.FS.writeFile(`/lib/${name}`, new Uint8Array(bytes));
  }
  python.runPython(`import sys; sys.path += ["/lib/" + name for name in ${JSON.stringify(Object.keys(wheels))}]`);
  perform = python.pyimport('everyway.views.playground.in_browser').perform;
}

self.onmessage = async ({data}) => {
  try {
    if (data.files) await start(data);
    else await perform(JSON.stringify(data), part => postMessage(JSON.parse(part)));
    postMessage({kind: data.files ? 'ready' : 'end'});
  } catch (error) {
    postMessage({kind: 'broken', text: String(error.message || error)});
  }
};
