// Serves a folder on this machine. Videos are asked for in pieces (Range), so pieces are served.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Starts the server; resolves to its address and a function that stops it. */
export async function serve(folder) {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch((error) => response.destroy(error));
  });
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(folder, request, response) {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  const size = await stat(file).then((found) => (found.isFile() ? found.size : null), () => null);
  if (size === null) {
    response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    return;
  }
  const headers = {
    "accept-ranges": "bytes",
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
  };
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
  let [first, last, status] = [0, size - 1, 200];
  if (asked && (asked[1] || asked[2])) {
    first = asked[1] ? Number(asked[1]) : Math.max(0, size - Number(asked[2]));
    last = asked[1] && asked[2] ? Math.min(Number(asked[2]), size - 1) : size - 1;
    if (first > last) {
      response.writeHead(416, { "content-range": `bytes */${size}` }).end();
      return;
    }
    status = 206;
    headers["content-range"] = `bytes ${first}-${last}/${size}`;
  }
  response.writeHead(status, { ...headers, "content-length": last - first + 1 });
  if (request.method === "HEAD" || size === 0) {
    response.end();
  } else {
    createReadStream(file, { start: first, end: last }).pipe(response);
  }
}
