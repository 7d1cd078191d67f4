import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isBelow, tidyBase, wrongBase } from '#rules/addresses/base-paths.ts';
import { USUAL, wrongCookieName } from '#wire/bases.ts';
import { ALIAS_BASE } from '#wire/paths.ts';
import type { LogFileSettings } from './http/log-file.ts';
import { SAMPLERS, type TraceSettings } from './http/trace-settings.ts';
import {
  isAddressRange,
  wrongCookieDomain,
  wrongCount,
  wrongDatabaseUrl,
  wrongDate,
  wrongFilePath,
  wrongFolder,
  wrongHost,
  wrongPort,
  wrongRatio,
  wrongSender,
  wrongSiteUrl,
  wrongSmtpUrl,
  wrongSyslog,
  wrongTraceEndpoint,
  wrongUpstreams,
  wrongWebhook,
  wrongWebhookSecret,
  wrongWireKey,
} from './wrong-settings.ts';
import type { Sentence } from './phrase.mjs';
import { EnvProblems, SETTINGS, SettingReader, type EnvProblem } from './setting-reader.ts';
import { readSignIn, type SignInSettings } from './sign-in-settings.ts';

/**
 * The room `server` is the process: it reads its settings here, opens the store, builds the app and listens. It never
 * imports the visitor's app or the console as source, only through the built server bundle.
 */

/** Places that heads of the record go to. */
export interface HeadPlaces {
  /** absolute; added to and never written over */
  file: string;
  /** udp://host:514 or tcp://host:601 (RFC 5424) */
  syslog: string | null;
  webhook: string | null;
}

/** The settings of one server process, checked. Read once at start; nothing else reads process.env. */
export interface Env extends SignInSettings {
  port: number;
  host: string;
  /** absolute */
  dataDir: string;
  /** null: the embedded PostgreSQL in dataDir */
  databaseUrl: string | null;
  /** owner of the tables, where that is not the role of databaseUrl (DR1) */
  ownerDatabaseUrl: string | null;
  /** auto: on when the store is empty; never in production */
  demo: 'on' | 'off' | 'auto';
  demoSize: 'full' | 'small';
  /** yyyy-mm-dd: the day that demonstration data takes for today; null: the real one */
  demoToday: string | null;
  /** stored files that are missing do not keep the site from starting */
  startWithoutFiles: boolean;
  /** kept pages are on disk, too, for a start while the database is away (PD9) */
  pagesOnDisk: boolean;
  /** places that the heads of the record go to (RC3) */
  heads: HeadPlaces;
  /** origin as visitors type it, without a trailing slash */
  siteUrl: string;
  /** SITE_URL was given: only its host is answered */
  fixedHost: boolean;
  /** environment that selects the login address (RK4) */
  siteEnv: 'dev' | 'test' | 'production';
  cookieDomain: string | null;
  /** addresses or CIDR ranges whose X-Forwarded-* headers are believed */
  trustedProxies: string[];
  /** JSON text, read by gateway.ts (WR7); null: everything is answered here */
  upstreams: string | null;
  /** ask 以 X 身份登录? before a key is stored (LS1) */
  loginConfirm: boolean;
  /** 64 bytes in base64; null: made once and kept */
  wireKey: string | null;
  /** server and sender of mails; null: none are sent, and nothing offers them (AL1) */
  mail: MailSettings | null;
  /** another system that notices to staff are sent to (NT6); null: none */
  webhook: WebhookSettings | null;
  /** when work that waits is noticed again (NT4) */
  reminders: ReminderSettings;
  logLevel: (typeof LOG_LEVELS)[number];
  /** form of the log: JSON where LOG_LEVEL was given; else warnings and errors as lines for a person */
  logForm: 'json' | 'lines';
  /** OP6; null: the log goes to standard output */
  logFile: LogFileSettings | null;
  /** OP7; null: nothing is traced */
  traces: TraceSettings | null;
}

export interface MailSettings {
  /** smtp(s)://[user:password@]host[:port] */
  smtpUrl: string;
  /** an address, or 名称 <address> */
  from: string;
}

export interface WebhookSettings {
  url: string;
  /** signs each delivery; null: they are not signed */
  secret: string | null;
  form: 'json' | 'wecom';
}

/** Hours after which whoever may do waiting work, and whoever manages its channels, get a notice of it; 0 for never. */
interface ReminderSettings {
  remindHours: number;
  headHours: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Reads and checks all settings. Makes DATA_DIR when it is absent.
 * @throws EnvProblems naming every problem at once
 */
export function loadEnv(source: Record<string, string | undefined>): Env {
  const read = new SettingReader(source);
  const port = Number(read.checked('PORT', wrongPort) ?? 8080);
  const host = read.checked('HOST', wrongHost) ?? '127.0.0.1';
  const dataDir = resolve(read.text('DATA_DIR') ?? 'data');
  const folder = wrongFolder(dataDir);
  if (folder !== null)
    read.problems.push({ name: 'DATA_DIR', given: read.text('DATA_DIR') ?? './data', sentence: folder });
  const siteEnv = read.choice('SITE_ENV', ['dev', 'test', 'production'], 'dev');
  checkBases(read);
  const siteUrl = read.checked('SITE_URL', wrongSiteUrl) ?? `http://${addressHost(host)}:${port}`;
  const databaseUrl = read.checked('DATABASE_URL', wrongDatabaseUrl, true);
  const env: Env = {
    port,
    host,
    dataDir,
    databaseUrl,
    ownerDatabaseUrl: readOwner(read, databaseUrl),
    demo: readDemo(read, siteEnv),
    demoSize: read.choice('DEMO_SIZE', ['full', 'small'], 'full'),
    demoToday: read.checked('DEMO_TODAY', wrongDate),
    startWithoutFiles: read.choice('START_WITHOUT_FILES', ['on', 'off'], 'off') === 'on',
    // servers that share a database do not know what the others published since
    pagesOnDisk: read.choice('PAGES_ON_DISK', ['on', 'off'], databaseUrl === null ? 'on' : 'off') === 'on',
    heads: {
      file: resolve(read.checked('HEADS_FILE', wrongFilePath) ?? join(dataDir, 'heads.jsonl')),
      syslog: read.checked('HEADS_SYSLOG', wrongSyslog),
      webhook: read.checked('HEADS_WEBHOOK', wrongWebhook, true),
    },
    siteUrl: siteUrl.replace(/\/+$/, ''),
    fixedHost: read.text('SITE_URL') !== null,
    siteEnv,
    cookieDomain: read.checked('COOKIE_DOMAIN', (value) => wrongCookieDomain(value, siteUrl)),
    trustedProxies: trustedProxies(read),
    upstreams: read.checked('UPSTREAMS', wrongUpstreams, true),
    loginConfirm: read.choice('LOGIN_CONFIRM', ['on', 'off'], 'off') === 'on',
    wireKey: read.checked('WIRE_KEY', wrongWireKey, true),
    mail: readMail(read),
    webhook: readWebhook(read),
    reminders: {
      remindHours: Number(read.checked('NOTICE_REMIND_HOURS', (given) => wrongCount(given, 0, 8_760)) ?? 24),
      headHours: Number(read.checked('NOTICE_HEAD_HOURS', (given) => wrongCount(given, 0, 8_760)) ?? 72),
    },
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'warn'),
    logForm: read.text('LOG_LEVEL') === null ? 'lines' : 'json',
    logFile: readLogFile(read),
    traces: readTraces(read),
    ...readSignIn(read),
  };
  if (read.problems.length > 0) throw new EnvProblems(read.problems, misspeltSettings(source));
  return env;
}

function readLogFile(read: SettingReader): LogFileSettings | null {
  const path = read.checked('LOG_FILE', wrongFilePath);
  const megabytes = Number(read.checked('LOG_FILE_MB', (given) => wrongCount(given, 1, 2_000)) ?? 50);
  const files = Number(read.checked('LOG_FILES', (given) => wrongCount(given, 1, 100)) ?? 10);
  return path === null ? null : { path: resolve(path), megabytes, files };
}

/** OP7: standard names of OpenTelemetry. */
function readTraces(read: SettingReader): TraceSettings | null {
  const endpoint = read.checked('OTEL_EXPORTER_OTLP_ENDPOINT', wrongTraceEndpoint, true);
  const sampler = read.choice('OTEL_TRACES_SAMPLER', SAMPLERS, SAMPLERS[0]);
  const ratio = Number(read.checked('OTEL_TRACES_SAMPLER_ARG', wrongRatio) ?? 1);
  const service = read.text('OTEL_SERVICE_NAME') ?? 'site';
  return endpoint === null ? null : { endpoint: endpoint.replace(/\/+$/, ''), service, sampler, ratio };
}

/** BA1, BA3: checks the names that wire/bases.ts has read. */
function checkBases(read: SettingReader): void {
  const base = tidyBase(read.checked('SITE_BASE', wrongBase) ?? USUAL.siteBase);
  const calls = tidyBase(
    read.checked('CALL_BASE', (given) =>
      tidyBase(given) === '' ? { zh: '不应为空', en: 'should not be empty' } : wrongBase(given),
    ) ?? USUAL.callBase,
  );
  read.checked('TOKEN_COOKIE', wrongCookieName);
  const isNested = (one: string, other: string): boolean => isBelow(one, other) || isBelow(other, one);
  const nested = (name: EnvProblem['name'], given: string, other: Sentence): void =>
    void read.problems.push({
      name,
      given,
      sentence: {
        zh: `不应在${other.zh}之内，也不应包含它`,
        en: `should not lie within ${other.en}, nor around it`,
      },
    });
  const alias = { zh: `接口的另一个路径（${ALIAS_BASE}）`, en: `the other base of calls (${ALIAS_BASE})` };
  if (base !== '' && isNested(base, calls))
    nested('CALL_BASE', calls, { zh: ` SITE_BASE（${base}）`, en: `SITE_BASE (${base})` });
  if (isNested(ALIAS_BASE, calls)) nested('CALL_BASE', calls, alias);
  if (base !== '' && isNested(ALIAS_BASE, base))
    nested('SITE_BASE', base, {
      zh: `接口的路径（${ALIAS_BASE}）`,
      en: `a base of calls (${ALIAS_BASE})`,
    });
  const former = (read.text('FORMER_BASES') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  for (const one of former) {
    const wrong =
      tidyBase(one) === '' || tidyBase(one) === base || [calls, ALIAS_BASE].some((own) => isBelow(own, tidyBase(one)))
        ? { zh: '应为网站以前用过的路径', en: 'should be a base that the site had before' }
        : wrongBase(one);
    if (wrong !== null) read.problems.push({ name: 'FORMER_BASES', given: one, sentence: wrong });
  }
}

/** Both or none. */
function readMail(read: SettingReader): MailSettings | null {
  const smtpUrl = read.checked('SMTP_URL', wrongSmtpUrl, true);
  const from = read.checked('MAIL_FROM', wrongSender);
  if (read.text('SMTP_URL') !== null && read.text('MAIL_FROM') === null)
    read.problems.push({
      name: 'MAIL_FROM',
      sentence: {
        zh: '设置了 SMTP_URL，就应写明邮件由谁发出',
        en: 'should say from whom mails come, because SMTP_URL is set',
      },
    });
  if (read.text('SMTP_URL') === null && read.text('MAIL_FROM') !== null)
    read.problem('MAIL_FROM', {
      zh: '写明了邮件由谁发出，但 SMTP_URL 没有写明怎样发送',
      en: 'says from whom mails come, but SMTP_URL does not say how they are sent',
    });
  return smtpUrl !== null && from !== null ? { smtpUrl, from } : null;
}

/** NT6: the address with what belongs to it. */
function readWebhook(read: SettingReader): WebhookSettings | null {
  const url = read.checked('NOTICE_WEBHOOK_URL', wrongWebhook, true);
  const secret = read.checked('NOTICE_WEBHOOK_SECRET', wrongWebhookSecret, true);
  const form = read.choice('NOTICE_WEBHOOK_FORM', ['json', 'wecom'], 'json');
  if (read.text('NOTICE_WEBHOOK_URL') === null)
    for (const name of ['NOTICE_WEBHOOK_SECRET', 'NOTICE_WEBHOOK_FORM'] as const)
      if (read.text(name) !== null)
        read.problem(
          name,
          {
            zh: '用于外发通知，但没有设 NOTICE_WEBHOOK_URL',
            en: 'is of the webhook, which NOTICE_WEBHOOK_URL does not name',
          },
          name === 'NOTICE_WEBHOOK_SECRET',
        );
  return url === null ? null : { url, secret, form };
}

function readOwner(read: SettingReader, databaseUrl: string | null): string | null {
  const owner = read.checked('OWNER_DATABASE_URL', wrongDatabaseUrl, true);
  if (owner === null || databaseUrl !== null) return owner;
  read.problem(
    'OWNER_DATABASE_URL',
    {
      zh: '与 DATABASE_URL 一起才指明表的拥有者，而 DATABASE_URL 没有设置；不设它时，内置的 PostgreSQL 自己建立两个角色',
      en: 'names the owner of the tables beside DATABASE_URL, which is not set; without it the embedded PostgreSQL makes both roles itself',
    },
    true,
  );
  return null;
}

/** A site of production never shows invented data, nor lets invented people in. */
function readDemo(read: SettingReader, siteEnv: Env['siteEnv']): Env['demo'] {
  const demo = read.choice('DEMO', ['on', 'off', 'auto'], 'auto');
  if (siteEnv !== 'production') return demo;
  if (demo === 'on')
    read.problem('DEMO', {
      zh: 'SITE_ENV=production 时没有演示；请去掉 DEMO，或用 SITE_ENV=test 以虚构的数据试用网站',
      en: 'with SITE_ENV=production there is no demonstration; leave DEMO out, or set SITE_ENV=test to try the site with invented data',
    });
  return 'off';
}

/** Sentences about variables that look like misspelt settings of ours: DATADIR, SITEURL, Port … */
export function misspeltSettings(source: Record<string, string | undefined>): Sentence[] {
  const bare = (name: string) => name.replaceAll(/[_-]/g, '').toUpperCase();
  const known = new Map<string, string>(SETTINGS.map((name) => [bare(name), name]));
  return Object.keys(source).flatMap((name) => {
    const meant = known.get(bare(name));
    return meant === undefined || meant === name
      ? []
      : [
          {
            zh: `环境变量 ${name} 不会被读取。您是不是要写 ${meant}？`,
            en: `${name} is not read. Did you mean ${meant}?`,
          },
        ];
  });
}

/** A host as it is written in an address: IPv6 in brackets, "any" addresses as the local one. */
function addressHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function trustedProxies(read: SettingReader): string[] {
  const given = (read.text('TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter((part) => part !== '');
  const wrong = given.filter((part) => !isAddressRange(part));
  if (wrong.length > 0)
    read.problem('TRUSTED_PROXIES', {
      zh: `应列出 IP 地址或网段，如 10.0.0.0/8；写错的有：${wrong.join('、')}`,
      en: `should list IP addresses or ranges such as 10.0.0.0/8; wrong: ${wrong.join(', ')}`,
    });
  return given;
}
