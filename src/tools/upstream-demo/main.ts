import { parseArgs } from 'node:util';
import { plainCbcSuite } from '#wire/cipher-node.ts';
import { startDemoServer } from './server.ts';

/** A key for trying: 32 bytes that say what they are. */
const KEY = Buffer.from('demonstration key, not a secret!');

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '18790' },
    encrypted: { type: 'boolean', default: false },
    setting: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const port = Number(values.port);
const upstream = {
  address: `http://127.0.0.1:${port}`,
  ...(values.encrypted ? { suite: 'plain-cbc', key: KEY.toString('base64') } : { suite: 'none' }),
};
const groups = ['content', 'user', 'market', 'product', 'retail', 'business'];
const setting = JSON.stringify(Object.fromEntries(groups.map((group) => [group, upstream])));

const USAGE = `npm run upstream-demo -- [--port 18790] [--encrypted] [--setting]

A small server that answers the calls of a firm's own CMS. --setting prints the setting UPSTREAMS for it and ends.`;

// the use is UPSTREAMS="$(node src/cli/run.mjs src/tools/upstream-demo/main.ts --setting)"
if (values.help) process.stdout.write(`${USAGE}\n`);
else if (values.setting) process.stdout.write(`${setting}\n`);
else {
  const { origin, data } = await startDemoServer({ port, ...(values.encrypted && { suite: plainCbcSuite(KEY) }) });
  process.stdout.write(
    [
      `A firm's CMS for trying, with invented data: ${origin} (${values.encrypted ? 'AES' : 'plain JSON'})`,
      `Customers: ${Object.keys(data.settings.users).join(', ')} as ?key= of an address of the site`,
      `In front of it: UPSTREAMS='${setting}' npm start`,
      '',
    ].join('\n'),
  );
}
