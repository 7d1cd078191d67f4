import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { proxyFile } from '#tools/pack/proxy-file.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  image: string;
  build?: { dockerfile: string };
  environment?: Record<string, string>;
  volumes?: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  pull_policy?: string;
  healthcheck?: { test: string[]; interval: string };
}

const { services, networks, volumes } = parse(read('src/tools/pack/share/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>;
  volumes: object;
};
const all = Object.entries(services);

test('[UP12] nodes are read-only, without capabilities, and alone with the database in a network of their own', () => {
  expect(Object.keys(services)).toEqual(['node-1', 'node-2', 'database', 'proxy']);
  for (const node of [services['node-1']!, services['node-2']!])
    expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], environment: services['node-1']!.environment });
  expect(services['node-2']!.pull_policy).toBe('never');
  expect(services['node-1']!.healthcheck).toMatchObject({
    interval: '5s',
    test: services['node-2']!.healthcheck!.test,
  });
  const [, probe] = /HEALTHCHECK .* CMD (\[.*\])/.exec(read('src/tools/pack/share/containerfile'))!;
  expect(services['node-1']!.healthcheck!.test).toEqual(['CMD', ...(JSON.parse(probe!) as string[])]);
  expect(networks.back).toEqual({ internal: true });
  expect(all.filter(([, one]) => 'back' in one.networks || [one.networks].flat().includes('back'))).toEqual(
    ['node-1', 'node-2', 'database'].map((name) => [name, services[name]]),
  );
  expect(all.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))).toEqual([
    ['node-1', '127.0.0.1:8081:8080'],
    ['node-2', '127.0.0.1:8082:8080'],
    ['proxy', '443:443'],
  ]);
});

test('[UP12] each setting is one of the server’s, and each variable, file, volume and network is described', () => {
  const settings = new Set(Array.from(read('docs/settings.md').matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name));
  const unknown = Object.keys(services['node-1']!.environment!).filter((name) => !settings.has(name));
  expect(unknown).toEqual([]);
  const page = read('docs/how-to/install-from-one-file.md');
  const variables = JSON.stringify(services).matchAll(/\$\{(\w+)/g);
  expect([...new Set(Array.from(variables, ([, name]) => name!))].filter((name) => !page.includes(name))).toEqual([]);
  const beside = ['./roles.sql', './nginx.conf', './certificates', ...Object.keys(volumes)];
  const places = all.flatMap(([, { volumes: own = [] }]) => own.map((volume) => volume.split(':')[0]!));
  expect(new Set(places)).toEqual(new Set(beside));
  const addresses = all.flatMap(([, { networks: own }]) => Object.values(own).flatMap((one) => one.ipv4_address ?? []));
  expect(addresses.every((one) => one.startsWith('172.30.46.'))).toBe(true);
  expect(services['node-1']!.environment!.TRUSTED_PROXIES).toBe(
    (services.proxy!.networks as Record<string, { ipv4_address: string }>).front!.ipv4_address,
  );
});

test('[UP12] nginx has the blocks of the page on proxies, with the two nodes', () => {
  const file = proxyFile(read('docs/how-to/put-behind-a-proxy.md'));
  for (const node of ['node-1', 'node-2']) {
    const { ipv4_address } = (services[node]!.networks as Record<string, { ipv4_address: string }>).front!;
    expect(file).toContain(`server ${ipv4_address}:8080 max_fails=1 fail_timeout=2s;`);
  }
  expect(file).toContain('  proxy_connect_timeout 1s;\n  proxy_next_upstream error timeout;\n');
  expect(file).not.toMatch(/max_fails=0|non_idempotent|node-[12]/);
  expect(file.match(/proxy_pass (.*);/g)).toEqual(Array(3).fill('proxy_pass http://broker_site;'));
  expect(file).toContain('ssl_certificate     /etc/ssl/broker/site.pem;');
  expect(file).not.toMatch(/127\.0\.0\.1|\/var\/log/);
  expect(() => proxyFile('none')).toThrow('no block of nginx');
});
