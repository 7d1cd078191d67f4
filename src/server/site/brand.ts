import type { Shell } from '#page/page-schema.ts';
import type { BrandSetting } from '#rules/look/brand.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { elderTokensOf, OWN_COLOURS, readable, tokensOf, type Tokens } from '#rules/look/palette.ts';

/** BR1: parts of the firm's looks that the server writes into documents; addresses are paths of this server. */
export interface Brand {
  /** rules that come after those of the site; '' for none */
  css: string;
  /** icon of tabs and bookmarks */
  icon?: { address: string; mediaType: string };
  /** PNG, on a phone's desktop */
  largeIcon?: string;
  /** PNG of 1200 × 630, for networks */
  share?: string;
  /** '#rrggbb', around the page where a browser draws something there */
  theme: string;
}

const SERIF = "'Songti SC','Source Han Serif SC','Noto Serif CJK SC',SimSun,serif";
const SERIF_TRADITIONAL = "'Songti TC','Source Han Serif TC','Noto Serif CJK TC',PMingLiU,serif";

const rule = (selector: string, tokens: Tokens): string =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** Rules of a firm's looks. The elder-friendly version's own sheet comes later and would win against a single class. */
function cssOf({ colours, headings, header }: Pick<BrandSetting, 'colours' | 'headings' | 'header'>): string {
  const seen = colours && readable(colours);
  return [
    seen ? rule(':root', tokensOf(seen)) + rule('.elder.elder', elderTokensOf(seen)) : '',
    headings === 'serif'
      ? `h1,h2,.slide__title,.quick__name,.panel__title{font-family:${SERIF}}:lang(zh-Hant) :is(h1,h2,.slide__title,.quick__name,.panel__title){font-family:${SERIF_TRADITIONAL}}`
      : '',
    // part of the header that stays at the top: its second row with the line
    header === 'two-rows' ? '@media (min-width:1080px){:root{--row:57px}}' : '',
  ].join('');
}

/** @param setting that its schema accepts; undefined: none is published */
export function brandOf(setting: BrandSetting | undefined): Brand {
  const { colours, icon, share } = setting ?? {};
  return {
    css: setting ? cssOf(setting) : '',
    ...(icon && {
      icon: {
        address: FILE_BASE + icon.file,
        mediaType: icon.file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
      },
      largeIcon: FILE_BASE + icon.large,
    }),
    ...(share !== undefined && { share: FILE_BASE + share }),
    theme: colours ? readable(colours).main : OWN_COLOURS.main,
  };
}

/** Logo that the header draws. */
export function logoOf(setting: BrandSetting | undefined): Shell['brand']['logo'] {
  if (!setting?.logo) return undefined;
  const { file, onDark, ...logo } = setting.logo;
  return { ...logo, src: FILE_BASE + file, ...(onDark !== undefined && { onDark: FILE_BASE + onDark }) };
}
