import type { RegisterDefinition } from '#page/register-schema.ts';
import { readPermalink } from '#rules/row-permalink.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Site } from '../site/site.ts';
import { shownRegisters } from '../site/register-places.ts';

/** What somebody can be told of: a list of articles, a register, or a row of one. */
export type Thing =
  | { kind: 'channel'; channelId: string; title: string; path: string }
  | { kind: 'register'; definition: RegisterDefinition; title: string; path: string }
  | { kind: 'row'; definition: RegisterDefinition; key: string[]; title: string; path: string };

/** 'channel:ID', 'register:NAME' or 'row:NAME:KEY', as links and the store write it. */
export function readThing(site: Site, text: unknown): Thing | null {
  const [, kind, rest = ''] = /^(channel|register|row):(\P{Cc}{1,700})$/su.exec(String(text)) ?? [];
  if (kind === 'channel') {
    const channel = site.channel(rest);
    if (channel?.contentKind !== 'list') return null;
    return { kind, channelId: rest, title: channel.name, path: SITE_BASE + site.channelPath(rest) };
  }
  const [, name = '', row] = (kind === 'row' ? /^([^:]+):(.+)$/s : /^([^:]+)$/s).exec(rest) ?? [];
  const definition = shownRegisters(site).has(name) ? site.registers.get(name) : undefined;
  // of a register that tells nothing before a search no alert tells anything
  if (!definition || definition.onDemand) return null;
  const path = `${SITE_BASE}/data/${name}`;
  if (kind === 'register') return { kind, definition, title: definition.title, path };
  const key = readPermalink(row ?? '');
  if (!key) return null;
  return {
    kind: 'row',
    definition,
    key,
    title: `${definition.title}中的一条`,
    path: rowPath(site, name, row!) ?? path,
  };
}

/** The page that shows a row of a register. */
function rowPath(site: Site, name: string, row: string): string | null {
  const channelId = site.channels.find((channel) => site.registersOf(channel.channelId).includes(name))?.channelId;
  return channelId === undefined ? null : `${SITE_BASE}${site.channelPath(channelId)}?row=${encodeURIComponent(row)}`;
}
