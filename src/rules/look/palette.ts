/**
 * The colours of a site out of two or three and a tone of grey (BR2, BR5). A colour is '#rrggbb'. Contrast is that of WCAG 2.2: 1 to 21,
 * and text needs 4.5.
 */

export const TONES = ['cool', 'neutral', 'warm'] as const;

/** BR5: what the accent is for: what is pressed, links and bands; or lines, marks and large numerals, never a band. */
export const ACCENT_USES = ['pressed', 'marks'] as const;

export interface Colours {
  /**
   * the colour of pressed elements, links and bands where the accent is for marks; else that of headings and dark
   * grounds, while there is no ink
   */
  main: string;
  accent: string;
  /** headings, and the ground under white words; absent: the main colour */
  ink?: string;
  /** absent: 'pressed' */
  accentFor?: (typeof ACCENT_USES)[number];
  grey: (typeof TONES)[number];
}

/** Fields that hold a colour, in the order of the form. */
export const COLOUR_FIELDS = ['main', 'ink', 'accent'] as const;

/** Values of the style sheet's tokens, by their names without the dashes (src/site/tokens.css). */
export type Tokens = Readonly<Record<string, string>>;

/** Colours that come with the program. */
export const OWN_COLOURS: Colours = { main: '#0b1f3f', accent: '#b8141b', grey: 'cool' };

const WHITE = '#ffffff';
const BLACK = '#000000';
/** contrast of text, WCAG 2.2 at AA */
const TEXT = 4.5;
/** contrast of large text and of all that is no text, WCAG 2.2 at AA */
const LARGE = 3;
/** contrast in the elder-friendly version, AAA */
const ELDER = 7;
/** contrast of large text there, AAA */
const ELDER_LARGE = 4.5;

const GREYS: Readonly<Record<Colours['grey'], Tokens>> = {
  cool: {
    mist: '#f5f6f8',
    line: '#dfe3e8',
    edge: '#8792a1',
    text: '#1a2028',
    'text-2': '#4a5462',
    'text-3': '#65707e',
  },
  neutral: {
    mist: '#f6f6f6',
    line: '#e2e2e2',
    edge: '#919191',
    text: '#1f1f1f',
    'text-2': '#525252',
    'text-3': '#707070',
  },
  warm: {
    mist: '#f8f6f3',
    line: '#e6e1da',
    edge: '#978d80',
    text: '#241f1a',
    'text-2': '#575047',
    'text-3': '#756c61',
  },
};

/** Grounds of the site that headings and links stand on, beside the mist. */
const GROUNDS = [WHITE, '#faf6ec'];
/** the ground of drawn pictures, with headings on it */
const DRAWN = '#e6dccb';
/** marks of a firm whose accent is not for them: on dark grounds, and as a ground (src/site/tokens.css) */
const OWN_MARKS = { onInk: '#d2ab68', ground: '#c09a5c' };

/** the mist of the elder-friendly version (src/site/elder.css) */
const ELDER_MIST = '#f1f3f6';

type Channels = readonly [number, number, number];

const channels = (colour: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Channels;

/** @param share of `other`, 0 to 1 */
function mix(colour: string, other: string, share: number): string {
  const to = channels(other);
  return `#${channels(colour)
    .map((value, at) => Math.round(value + (to[at]! - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The nearest of its shades, from the colour itself towards another, that stands out from all grounds. */
function shifted(colour: string, to: string, grounds: readonly string[], least: number): string {
  for (let step = 0; step < 100; step++) {
    const shade = mix(colour, to, step / 100);
    if (grounds.every((ground) => contrast(shade, ground) >= least)) return shade;
  }
  return to;
}

const darkened = (colour: string, grounds: readonly string[], least: number): string =>
  shifted(colour, BLACK, grounds, least);
const lightened = (colour: string, grounds: readonly string[], least: number): string =>
  shifted(colour, WHITE, grounds, least);

/** Words on a ground that may be light or dark: white where that can be read, else a dark colour's nearest shade. */
const wordsOn = (ground: string, dark: string): string =>
  contrast(WHITE, ground) >= TEXT ? WHITE : darkened(dark, [ground], TEXT);

/** A light ground's writing: as much of the ground's colour as can be read on all of them. */
function tinted(ground: string, grounds: readonly string[]): string {
  for (let share = 20; share > 0; share--) {
    const tint = mix(WHITE, ground, share / 100);
    if (grounds.every((one) => contrast(tint, one) >= TEXT)) return tint;
  }
  return WHITE;
}

/** A shade of a ground that white words can still be read on: lighter where that is possible, else darker. */
function lit(ground: string, share: number): string {
  const light = mix(ground, WHITE, share);
  return contrast(light, WHITE) >= TEXT + 1 ? light : mix(ground, BLACK, share);
}

const groundsOf = (grey: Colours['grey']): string[] => [...GROUNDS, GREYS[grey].mist!];

/** The nearest colours that can be read wherever the site uses them; the same where these can. */
export function readable(colours: Colours): Colours {
  const { main, ink, accent, accentFor } = colours;
  const nearest = (field: Field, colour: string): string => darkened(colour, writtenOn(field, colours), TEXT);
  return {
    ...colours,
    main: nearest('main', main),
    ...(ink !== undefined && { ink: nearest('ink', ink) }),
    accent: accentFor === 'marks' ? mix(accent, BLACK, 0) : nearest('accent', accent),
  };
}

type Field = (typeof COLOUR_FIELDS)[number];

/** The grounds that a colour is written on. */
const writtenOn = (field: Field, { grey }: Colours): string[] => [
  ...groundsOf(grey),
  ...(field === 'accent' ? [] : [DRAWN]),
];

const TITLES = { main: '主色', ink: '深色', accent: '强调色' } as const;

interface ColourFault {
  field: Field;
  nearest: string;
  message: string;
}

/** BR2: what of the colours cannot be read, with the nearest that can. */
export function colourFaults(colours: Colours): ColourFault[] {
  const good = readable(colours);
  return COLOUR_FIELDS.flatMap((field) => {
    const [colour, nearest] = [colours[field], good[field]];
    if (colour === undefined || nearest === undefined || nearest === colour.toLowerCase()) return [];
    const has = Math.min(...writtenOn(field, colours).map((ground) => contrast(colour, ground)));
    // never told as the limit that it has not reached
    const shown = (Math.floor(has * 10) / 10).toFixed(1);
    const marks = isGolden(colour) ? `；${GOLD_WORDS}` : '';
    return [
      {
        field,
        nearest,
        message: `${TITLES[field]} ${colour} 太浅，用作文字和按钮时看不清（在网站的浅色底上对比度为 ${shown}，应不低于 ${TEXT}）；最接近的可用颜色是 ${nearest}${marks}`,
      },
    ];
  });
}

const GOLD_WORDS = '金黄色压暗后发褐，更宜作强调色，只用于线条、标记和大号数字';

/** Whether a colour is between orange and yellow: a darker shade of it is another colour, brown. */
function isGolden(colour: string): boolean {
  const [red, green, blue] = channels(colour);
  const most = Math.max(red, green, blue);
  const hue = red === most && red > blue ? (60 * (green - blue)) / (red - blue) : 0;
  return hue >= 24 && hue <= 60 && most - blue >= 0.25 * most;
}

/**
 * BR5: colours of which a golden one cannot be read, with it for marks alone, and what is pressed in another of them.
 * null: none is golden.
 */
export function goldForMarks(colours: Colours): Colours | null {
  const faults = colourFaults(colours).map(({ field }) => field);
  const gold = faults.map((field) => colours[field]!).find(isGolden);
  if (gold === undefined) return null;
  const { grey, ink } = colours;
  const main =
    COLOUR_FIELDS.filter((field) => !faults.includes(field) && (field !== 'accent' || colours.accentFor !== 'marks'))
      .map((field) => colours[field])
      .find((colour) => colour !== undefined) ?? OWN_COLOURS.main;
  return { main, ...(ink !== undefined && !faults.includes('ink') && { ink }), accent: gold, accentFor: 'marks', grey };
}

const rgb = (colour: string, opacity: number): string => `rgb(${channels(colour).join(' ')} / ${opacity}%)`;

/** The tokens of the standard version (BR2, BR5). @param colours that can be read (`readable`) */
export function tokensOf({ main, ink = main, accent, accentFor, grey }: Colours): Tokens {
  const isForMarks = accentFor === 'marks';
  const [near, far] = [lit(ink, 0.16), lit(ink, 0.1)];
  const [from, to] = isForMarks ? [mix(main, BLACK, 0.1), main] : [mix(accent, BLACK, 0.24), mix(accent, BLACK, 0.1)];
  const marks = isForMarks ? { onInk: accent, ground: accent } : OWN_MARKS;
  return {
    ink,
    accent: isForMarks ? main : accent,
    ...GREYS[grey],
    shade: rgb(ink, 14),
    veil: rgb(mix(ink, BLACK, 0.3), 60),
    'ink-lit': near,
    'ink-far': far,
    'on-ink': tinted(ink, [ink, near, far]),
    'accent-from': from,
    'accent-to': to,
    'on-accent': tinted(to, [from, to]),
    link: darkened(mix(main, WHITE, 0.2), groundsOf(grey), TEXT + 0.5),
    ...(isForMarks && {
      gold: darkened(accent, [...groundsOf(grey), DRAWN], LARGE),
      mark: accent,
      // the footer is told from the band above it, which has the main colour, too
      ...(ink === main && { foot: mix(ink, BLACK, 0.28) }),
      sign: 'var(--gold)',
      rule: 'var(--gold)',
      'band-rule': 'var(--mark)',
      'band-numeral': lightened(accent, [from, to], TEXT),
      'hero-button': 'var(--mark)',
      'on-hero-button': 'var(--on-mark)',
    }),
    'on-mark': wordsOn(marks.ground, ink),
    'numeral-on-ink': lightened(lightened(marks.onInk, [ink, near, far], TEXT), [from, to], LARGE),
  };
}

/** The tokens that differ in the elder-friendly version: what stands out more. */
export function elderTokensOf({ main, ink = main, accent, accentFor, grey }: Colours): Tokens {
  const isForMarks = accentFor === 'marks';
  const grounds = [...groundsOf(grey), ELDER_MIST];
  const dark = darkened(ink, grounds, ELDER + 3);
  const strong = darkened(isForMarks ? main : accent, grounds, ELDER);
  return {
    ink: dark,
    accent: strong,
    link: isForMarks ? strong : dark,
    'ink-lit': dark,
    'ink-far': dark,
    'on-ink': WHITE,
    'accent-from': strong,
    'accent-to': strong,
    'on-accent': WHITE,
    ...(isForMarks && {
      ...(ink === main && { foot: dark }),
      gold: darkened(accent, [...grounds, DRAWN], ELDER_LARGE),
      ...(contrast(accent, BLACK) >= ELDER
        ? { 'on-mark': BLACK }
        : { mark: darkened(accent, [WHITE], ELDER), 'on-mark': WHITE }),
      'numeral-on-ink': lightened(accent, [dark, strong], ELDER_LARGE),
    }),
  };
}
