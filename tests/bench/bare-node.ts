import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** A program: what Node's own HTTP server can do at most. Answers every request with one body, given with its headers in a JSON file. */
const [file = '', port = ''] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file, 'utf8')) as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body, 'base64');
const list = [...Object.entries(headers), ['Content-Length', String(bytes.length)]].flat();
createServer((_request, response) => {
  response.writeHead(200, list);
  response.end(bytes);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
