import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { loadEnv, misspeltSettings } from '#server/env.ts';
import { EnvProblems } from '#server/setting-reader.ts';
import { filesIn, textOf } from '#tests/house/repository.ts';
import { temporaryFolder } from '#tests/world/stores.ts';

const { path: folder, remove } = temporaryFolder();
afterAll(remove);

const DATA_DIR = join(folder, 'data');

function problemsOf(source: Record<string, string>): Record<string, string> {
  try {
    loadEnv({ DATA_DIR, ...source });
  } catch (error) {
    if (error instanceof EnvProblems)
      return Object.fromEntries(error.problems.map(({ name, sentence }) => [name, sentence.en]));
    throw error;
  }
  return {};
}

test('[BA1] [BA3] bases are paths that nothing else has, and a cookie has a name', () => {
  expect(
    problemsOf({ SITE_BASE: '/', FORMER_BASES: '/swhysc, /old/site', CALL_BASE: '/calls', TOKEN_COOKIE: 'firm-token' }),
  ).toEqual({});
  const path = expect.stringContaining('should be a path such as /site');
  for (const SITE_BASE of ['site', '/a b', '//a', '/a/../b', '/a?b', '/%41', '/é'])
    expect(problemsOf({ SITE_BASE }), SITE_BASE).toEqual({ SITE_BASE: path });
  expect(
    problemsOf({ SITE_BASE: '/console/site', CALL_BASE: '/', TOKEN_COOKIE: 'a=b', FORMER_BASES: '/swhysc /' }),
  ).toEqual({
    SITE_BASE: 'should not begin with /console, which the server itself answers',
    CALL_BASE: 'should not be empty',
    TOKEN_COOKIE: expect.stringContaining('should be a name of letters'),
    FORMER_BASES: 'should be a base that the site had before',
  });
  expect(problemsOf({ SITE_BASE: '/a', CALL_BASE: '/a/calls' })).toEqual({
    CALL_BASE: 'should not lie within SITE_BASE (/a), nor around it',
  });
  expect(problemsOf({ CALL_BASE: '/swhyscywbl/service', FORMER_BASES: '/swhyscywbl/service/a' })).toEqual({
    CALL_BASE: 'should not lie within the other base of calls (/swhyscywbl/service), nor around it',
    FORMER_BASES: 'should be a base that the site had before',
  });
  expect(problemsOf({ SITE_BASE: '/swhyscywbl' })).toEqual({
    SITE_BASE: 'should not lie within a base of calls (/swhyscywbl/service), nor around it',
  });
});

test("[BA1] the token's cookie has no name that another cookie of the site has", () => {
  const names = filesIn('src', /\.ts$/).flatMap((path) =>
    [...textOf(path).matchAll(/^(?:export )?const \w*(?:COOKIE|PLAIN_\w+) = '([A-Za-z][\w-]*)';/gm)].map(
      ([, name]) => name!,
    ),
  );
  expect(names.length).toBeGreaterThan(6);
  for (const TOKEN_COOKIE of names)
    expect(problemsOf({ TOKEN_COOKIE }), TOKEN_COOKIE).toEqual({
      TOKEN_COOKIE: 'is the name of another cookie of the site',
    });
});

test('[OP6] a log file has a path, a size and a number of full ones beside it', () => {
  expect(loadEnv({ DATA_DIR, LOG_FILE: 'site.log' }).logFile).toEqual({
    path: resolve('site.log'),
    megabytes: 50,
    files: 10,
  });
  expect(loadEnv({ DATA_DIR, LOG_FILE: '/var/a.log', LOG_FILE_MB: '1', LOG_FILES: '100' }).logFile).toEqual({
    path: '/var/a.log',
    megabytes: 1,
    files: 100,
  });
  for (const [name, ...wrong] of [
    ['LOG_FILE', folder],
    ['LOG_FILE_MB', '0', '2001', 'a'],
    ['LOG_FILES', '0', '101', '1.5'],
  ])
    for (const value of wrong) expect(Object.keys(problemsOf({ [name!]: value })), `${name}=${value}`).toEqual([name]);
});

describe('the settings', () => {
  it('have presets for all but nothing', () => {
    expect(loadEnv({ DATA_DIR })).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: DATA_DIR,
      databaseUrl: null,
      ownerDatabaseUrl: null,
      demo: 'auto',
      demoSize: 'full',
      demoToday: null,
      startWithoutFiles: false,
      pagesOnDisk: true,
      heads: { file: join(DATA_DIR, 'heads.jsonl'), syslog: null, webhook: null },
      siteUrl: 'http://127.0.0.1:8080',
      fixedHost: false,
      siteEnv: 'dev',
      cookieDomain: null,
      trustedProxies: [],
      upstreams: null,
      loginConfirm: false,
      wireKey: null,
      mail: null,
      webhook: null,
      reminders: { remindHours: 24, headHours: 72 },
      logLevel: 'warn',
      logForm: 'lines',
      logFile: null,
      traces: null,
      provider: null,
      emergencyAccount: null,
    });
  });

  it('[NT6] [NT4] of notices stand together, and wrong ones are told', () => {
    const named = { DATA_DIR, NOTICE_WEBHOOK_URL: 'https://qyapi.example/hook', NOTICE_REMIND_HOURS: '0' };
    expect(loadEnv({ ...named, NOTICE_WEBHOOK_FORM: 'wecom' })).toMatchObject({
      webhook: { url: named.NOTICE_WEBHOOK_URL, secret: null, form: 'wecom' },
      reminders: { remindHours: 0, headHours: 72 },
    });
    for (const [name, value] of [
      ['NOTICE_WEBHOOK_URL', 'ftp://x'],
      ['NOTICE_WEBHOOK_SECRET', 'short'],
      ['NOTICE_WEBHOOK_FORM', 'xml'],
      ['NOTICE_HEAD_HOURS', 'soon'],
    ] as const)
      expect(() => loadEnv({ ...named, [name]: value }), name).toThrow(name);
    expect(() => loadEnv({ DATA_DIR, NOTICE_WEBHOOK_SECRET: 'a'.repeat(20) })).toThrow('NOTICE_WEBHOOK_SECRET');
  });

  it('[OP7] of traces are the standard names, and wrong ones are told', () => {
    const named = { DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
    expect(loadEnv(named).traces).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      service: 'site',
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
    expect(
      loadEnv({ ...named, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '.05' }).traces,
    ).toMatchObject({
      sampler: 'traceidratio',
      ratio: 0.05,
    });
    expect(
      problemsOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318',
        OTEL_TRACES_SAMPLER: 'some',
        OTEL_TRACES_SAMPLER_ARG: '5%',
      }),
    ).toEqual({
      OTEL_EXPORTER_OTLP_ENDPOINT: expect.stringContaining('such as http://127.0.0.1:4318'),
      OTEL_TRACES_SAMPLER: expect.stringContaining('traceidratio'),
      OTEL_TRACES_SAMPLER_ARG: 'should be a number from 0 to 1, such as 0.05',
    });
  });

  it('[LS10] of production are without a demonstration, and one that is asked for is refused', () => {
    expect(loadEnv({ DATA_DIR, SITE_ENV: 'production' }).demo).toBe('off');
    expect(loadEnv({ DATA_DIR, SITE_ENV: 'production', DEMO: 'auto' }).demo).toBe('off');
    expect(problemsOf({ SITE_ENV: 'production', DEMO: 'on' })).toEqual({
      DEMO: expect.stringContaining('there is no demonstration'),
    });
  });

  it('[OI1][OI9] name an identity provider by https, with its client and secret, and an emergency account where there are no local ones', () => {
    const right = {
      OIDC_ISSUER: 'https://login.example/realms/a',
      OIDC_CLIENT_ID: 'site',
      OIDC_CLIENT_SECRET: 'hunter2',
    };
    expect(loadEnv({ DATA_DIR, ...right }).provider).toEqual({
      issuer: right.OIDC_ISSUER,
      clientId: 'site',
      clientSecret: 'hunter2',
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      label: '单位账号登录',
      secondFactor: ['mfa'],
      clockSkew: 60,
    });
    const file = join(DATA_DIR, 'oidc-secret');
    writeFileSync(file, 'from a file\n');
    const { OIDC_CLIENT_SECRET: _secret, ...without } = right;
    expect(loadEnv({ DATA_DIR, ...without, OIDC_CLIENT_SECRET_FILE: file }).provider!.clientSecret).toBe('from a file');
    const off = { ...right, LOCAL_ACCOUNTS: 'off' };
    expect(loadEnv({ DATA_DIR, ...off, EMERGENCY_ACCOUNT: 'Li.Min' }).emergencyAccount).toBe('li.min');
    expect(Object.keys(problemsOf({ ...right, OIDC_CLIENT_SECRET_FILE: file }))).toEqual(['OIDC_CLIENT_SECRET_FILE']);
    expect(Object.keys(problemsOf({ OIDC_ISSUER: 'https://login.example' }))).toEqual([
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
    ]);
    expect(Object.keys(problemsOf({ OIDC_LABEL: '登录', LOCAL_ACCOUNTS: 'off' }))).toEqual([
      'OIDC_LABEL',
      'LOCAL_ACCOUNTS',
      'EMERGENCY_ACCOUNT',
    ]);
    for (const [name, value] of [
      ['OIDC_ISSUER', 'http://login.example'],
      ['OIDC_ISSUER', 'login.example'],
      ['OIDC_SCOPES', 'profile'],
      ['OIDC_CLOCK_SKEW', '3600'],
      ['OIDC_LABEL', '很'.repeat(21)],
      ['EMERGENCY_ACCOUNT', '1'],
    ] as const)
      expect(Object.keys(problemsOf({ ...right, [name]: value })), `${name}=${value}`).toEqual([name]);
  });

  it('[AL1] send mail where a server and a sender are named, and else say which of them is missing or wrong', () => {
    const mail = { SMTP_URL: 'smtps://u:hunter2@mail.example', MAIL_FROM: '示例证券 <no-reply@shili.example>' };
    expect(loadEnv({ DATA_DIR, ...mail }).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
    const messageOf = (given: Record<string, string>) => String(caught(() => loadEnv({ DATA_DIR, ...given })));
    expect(messageOf({ SMTP_URL: mail.SMTP_URL })).toContain('MAIL_FROM: should say from whom');
    expect(messageOf({ MAIL_FROM: mail.MAIL_FROM })).toContain('SMTP_URL does not say how they are sent');
    const wrong = messageOf({ SMTP_URL: 'http://u:hunter2@mail.example', MAIL_FROM: 'nobody' });
    expect(wrong).toContain('SMTP_URL: should look like smtp://');
    expect(wrong).toContain('should be an address such as');
    expect(wrong).not.toContain('hunter2');
  });

  it('are all checked at once: one error names every problem, its value and what would be right', () => {
    const source = {
      DATA_DIR,
      PORT: '80a',
      HOST: 'http://x',
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      DEMO: 'maybe',
      DEMO_SIZE: 'big',
      DEMO_TODAY: '2025-02-30',
      SITE_URL: 'example.com',
      SITE_ENV: 'staging',
      COOKIE_DOMAIN: 'localhost',
      TRUSTED_PROXIES: '10.0.0.0/33',
      UPSTREAMS: '[hunter2',
      LOGIN_CONFIRM: 'yes',
      WIRE_KEY: 'aHVudGVyMg==',
      LOG_LEVEL: 'loud',
    };
    const error = caught(() => loadEnv(source));
    expect(error).toBeInstanceOf(EnvProblems);
    const { message, problems } = error as EnvProblems;
    expect(problems.map(({ name }) => name).sort()).toEqual(
      Object.keys(source)
        .filter((name) => name !== 'DATA_DIR')
        .sort(),
    );
    expect(message).toMatch(/^The settings have 14 problems:\n/);
    expect(message).toContain('  PORT="80a": should be a whole number from 1 to 65535');
    expect(message).toContain('  SITE_ENV="staging": should be dev, test or production');
    for (const secret of ['hunter2', 'aHVudGVyMg']) expect(message).not.toContain(secret);
  });

  it('make a DATA_DIR that is absent', () => {
    const deep = join(folder, 'not', 'yet');
    expect(loadEnv({ DATA_DIR: deep }).dataDir).toBe(deep);
    expect(readdirSync(deep)).toEqual([]);
  });

  it('refuse a DATA_DIR that is a file or lies below one', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(problemsOf({ DATA_DIR: file }).DATA_DIR).toMatch(/is a file; it should name a folder/);
    expect(problemsOf({ DATA_DIR: join(file, 'below') }).DATA_DIR).toMatch(
      /a file stands where a folder above it should be/,
    );
  });

  it('refuse a DATA_DIR that this user may not enter', () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked, { mode: 0o000 });
    const asNobody = process.getuid?.() === 0 ? process.seteuid : undefined;
    // root may enter everything: for this question it becomes somebody else
    asNobody?.(65534);
    try {
      expect(problemsOf({ DATA_DIR: join(locked, 'data') }).DATA_DIR).toMatch(
        /cannot be made, read or written by this user/,
      );
    } finally {
      asNobody?.(0);
    }
  });

  it('refuse a DATA_DIR where no folder can be made', () => {
    expect(problemsOf({ DATA_DIR: '/proc/here' }).DATA_DIR).toMatch(/cannot be used|cannot be made|read-only/);
  });

  it('take an empty variable for an absent one', () => {
    expect(loadEnv({ DATA_DIR, PORT: '', DATABASE_URL: ' ', WIRE_KEY: '' })).toMatchObject({
      port: 8080,
      databaseUrl: null,
      wireKey: null,
    });
  });

  it.each([
    ['PORT', ['1', '65535'], ['0', '-1', '65536', '8080.5', '0x50']],
    ['HOST', ['::1', '0.0.0.0', 'localhost', 'www.example.com'], ['127.0.0.1:80', 'a b']],
    [
      'DATABASE_URL',
      ['postgres://h/d', 'postgresql://u@/d?host=/run/postgresql', 'postgres:///d'],
      ['h/d', 'http://h/d'],
    ],
    ['DEMO', ['on', 'OFF', 'auto'], ['1']],
    ['DEMO_TODAY', ['2024-02-29'], ['2025-02-29', '2025-1-1', 'today']],
    [
      'SITE_URL',
      ['https://www.example.com', 'http://localhost:8080/'],
      ['https://example.com/swhysc', 'https://u:p@example.com', 'ftp://example.com', '//example.com'],
    ],
    ['TRUSTED_PROXIES', ['127.0.0.1', '10.0.0.0/8, fd00::/8'], ['10.0.0', 'proxy.local', '10.0.0.0/8/8']],
    [
      'UPSTREAMS',
      ['{}', '{"user":{"address":"http://users.test","suite":"none"}}'],
      ['[]', 'null', '{', '{"/wscms":{}}'],
    ],
    ['WIRE_KEY', [Buffer.alloc(64, 7).toString('base64')], [Buffer.alloc(32, 7).toString('base64'), '****']],
  ])('%s takes %j and refuses %j', (name, good, bad) => {
    for (const value of good) expect([value, problemsOf({ [name]: value })]).toEqual([value, {}]);
    for (const value of bad) expect([value, Object.keys(problemsOf({ [name]: value }))]).toEqual([value, [name]]);
  });

  it('refuse a COOKIE_DOMAIN that the site is not part of, because browsers would drop its cookies', () => {
    const SITE_URL = 'https://www.example.com';
    expect(problemsOf({ SITE_URL, COOKIE_DOMAIN: '.example.com' })).toEqual({});
    expect(problemsOf({ SITE_URL, COOKIE_DOMAIN: 'example.com' })).toEqual({});
    expect(problemsOf({ SITE_URL, COOKIE_DOMAIN: 'example.org' })).toEqual({
      COOKIE_DOMAIN: "should be a part of the site's host www.example.com (SITE_URL)",
    });
    expect(problemsOf({ SITE_URL, COOKIE_DOMAIN: 'ample.com' })).toHaveProperty('COOKIE_DOMAIN');
  });

  it('make a site address from host and port that a browser can open', () => {
    expect(loadEnv({ DATA_DIR, HOST: '0.0.0.0', PORT: '9000' }).siteUrl).toBe('http://localhost:9000');
    expect(loadEnv({ DATA_DIR, HOST: '::1' }).siteUrl).toBe('http://[::1]:8080');
    expect(loadEnv({ DATA_DIR, SITE_URL: 'https://www.example.com/' }).siteUrl).toBe('https://www.example.com');
  });

  it('[LS10] of production open no demonstration', () => {
    const production = { DATA_DIR, SITE_ENV: 'production', SITE_URL: 'https://www.shili.example' };
    expect((caught(() => loadEnv({ ...production, DEMO: 'on' })) as Error).message).toBe(
      'The settings have a problem:\n  DEMO="on": with SITE_ENV=production there is no demonstration; leave DEMO out, or set SITE_ENV=test to try the site with invented data',
    );
    expect(loadEnv(production).demo).toBe('off');
  });

  it('that are misspelt are told', () => {
    expect(misspeltSettings({ DATADIR: '/x', Port: '1', DATA_DIR: '/y', HOME: '/root' }).map(({ en }) => en)).toEqual([
      'DATADIR is not read. Did you mean DATA_DIR?',
      'Port is not read. Did you mean PORT?',
    ]);
    expect((caught(() => loadEnv({ DATA_DIR, DATADIR: '/x', DEMO: 'maybe' })) as Error).message).toBe(
      'The settings have a problem:\n  DEMO="maybe": should be on, off or auto\nDATADIR is not read. Did you mean DATA_DIR?',
    );
  });
});

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
