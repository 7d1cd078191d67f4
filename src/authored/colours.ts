/** Names of colours that are white or nearly so. */
const NEARLY_WHITE = new Set(['white', 'window', 'snow', 'ghostwhite', 'floralwhite', 'ivory', 'mintcream', 'azure']);
/** value of a channel: paper that nobody takes for coloured */
const PALE = 0xf8;
/** a share of a colour that is not seen */
const FAINT = 0.05;

/**
 * AC3: a colour in one spelling. It is white also where it is nearly white, transparent where hardly anything of it is
 * seen, and #rrggbb for one in numbers. Another word stays as it is.
 */
export function plainColour(written: string): string {
  const colour = written.trim().toLowerCase();
  if (NEARLY_WHITE.has(colour)) return 'white';
  if (colour === 'black' || colour === 'windowtext') return '#000000';
  const channels = ofHash(colour) ?? ofCall(colour) ?? ofGrey(colour);
  if (channels === null) return colour;
  const [red, green, blue, share] = channels;
  if (share < FAINT) return 'transparent';
  if (red >= PALE && green >= PALE && blue >= PALE) return 'white';
  return `#${[red, green, blue].map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;
}

/** difference of each channel below which nobody distinguishes two colours */
const NEAR = 6;

/** AC3: whether two colours, as #rrggbb, differ by nothing that is seen. */
export function areNear(one: string, other: string): boolean {
  const channels = (colour: string): number[] =>
    /^#[\da-f]{6}$/.test(colour) ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) : [];
  const [mine, theirs] = [channels(one), channels(other)];
  return mine.length === 3 && theirs.length === 3 && mine.every((value, at) => Math.abs(value - theirs[at]!) <= NEAR);
}

type Channels = readonly [red: number, green: number, blue: number, share: number];

function ofHash(colour: string): Channels | null {
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(colour)?.[1];
  if (digits === undefined) return null;
  const long = digits.length <= 4 ? digits.replaceAll(/./g, '$&$&') : digits;
  const at = (from: number): number => Number.parseInt(long.slice(from, from + 2), 16);
  return [at(0), at(2), at(4), long.length === 8 ? at(6) / 255 : 1];
}

/** rgb(255, 255, 255), rgb(100% 100% 100% / 0.5); of hsl() white and black alone. */
function ofCall(colour: string): Channels | null {
  const [, name = '', inner = ''] = /^(rgb|hsl)a?\(([^()]{1,60})\)$/.exec(colour) ?? [];
  const parts = inner.split(/[\s,/]+/).filter(Boolean);
  if (parts.length < 3 || parts.length > 4) return null;
  const numberOf = (part: string, whole: number): number =>
    part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number(part);
  const share = parts[3] === undefined ? 1 : numberOf(parts[3], 1);
  if (name === 'rgb') {
    const [red = NaN, green = NaN, blue = NaN] = parts.map((part) => numberOf(part, 255));
    return [red, green, blue, share].some(Number.isNaN) ? null : [red, green, blue, share];
  }
  const light = numberOf(parts[2]!, 255);
  return light >= PALE || light <= 0 ? [light, light, light, share] : null;
}

/** White, black and greys of lab(), lch(), oklab(), oklch(), hwb() and color(); other colours stay as they are spelt. */
function ofGrey(colour: string): Channels | null {
  const [, name = '', inner = ''] = /^(lab|lch|oklab|oklch|hwb|color)\(([^()]{1,80})\)$/.exec(colour) ?? [];
  const [values = '', share = '1'] = inner.split('/');
  const parts = values.trim().split(/[\s,]+/);
  const whole = name === 'lab' || name === 'lch' ? 100 : 1;
  const amounts = (name === 'color' ? parts.slice(1) : parts).map((part) =>
    part === 'none' ? 0 : part.endsWith('%') ? Number.parseFloat(part) / 100 : Number.parseFloat(part) / whole,
  );
  const [first = NaN, second = NaN, third = NaN] = amounts;
  const opaque = share.trim().endsWith('%') ? Number.parseFloat(share) / 100 : Number(share);
  if ([first, second, third, opaque].some(Number.isNaN)) return null;
  if (opaque < FAINT) return [0, 0, 0, opaque];
  if (name === 'color') return [first * 255, second * 255, third * 255, opaque];
  // hwb: hue, white, black
  if (name === 'hwb') return second + third >= 1 ? grey((second / (second + third)) * 255, opaque) : null;
  const isGrey = Math.abs(second) < 0.02 && (name.endsWith('ch') || Math.abs(third) < 0.02);
  return isGrey || first >= 1 || first <= 0 ? grey(Math.min(1, Math.max(0, first)) * 255, opaque) : null;
}

const grey = (light: number, share: number): Channels => [light, light, light, share];
