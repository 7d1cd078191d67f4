import { dice } from '../random.ts';

/** muted colours of hair, clothes and ground, so that a page of portraits stays calm */
const HAIR = ['#2b2a2e', '#3a302b', '#4a4038', '#5c5a58'];
const CLOTH = ['#0b1f3f', '#24405e', '#5b3f2e', '#2f4f46', '#5c2f3a', '#3d3a5c'];
const GROUND = ['#e9e4d8', '#dfe5ea', '#e6e0dc', '#dde6e0', '#e8e2e6', '#e3e3ea'];
const SKIN = ['#e6c3a5', '#dcb594', '#ecd0b6'];

/**
 * Haircuts short, parted, bob and tied, for a head with its centre at 180, 196: the part behind the head, then the part
 * before it.
 */
const CUTS: [behind: string, before: string][] = [
  ['', 'M108 190c-4-76 34-104 74-104s76 28 70 104c-8-34-24-52-46-56-34-4-78 4-98 56z'],
  ['', 'M106 196c-6-84 36-112 78-110s74 36 68 106c-6-22-14-40-28-50-20 8-72 6-98-6-10 14-16 34-20 60z'],
  [
    'M96 196c0-80 38-112 84-112s84 32 84 112v74c0 14-20 18-34 18H130c-14 0-34-4-34-18z',
    'M112 190c4-52 30-78 68-80 38 2 64 28 68 80-20-30-44-46-70-52-12 22-36 44-66 52z',
  ],
  [
    'M180 112a28 28 0 1 1 .1 0zM104 196c0-76 34-108 76-108s76 32 76 108z',
    'M108 192c0-66 34-98 72-98s72 32 72 98c-12-34-34-54-72-58-38 4-60 24-72 58z',
  ],
];

/** Clothes: jacket with shirt, round neck, high collar. */
const WEAR = [
  'M140 318l40 50 40-50 12 12-52 120-52-120z',
  'M132 322a52 42 0 0 0 96 0l10 8a64 60 0 0 1-116 0z',
  'M138 300h84v36q-42 22-84 0z',
];

/** A portrait of nobody: head and shoulders in flat colours, without a face, on rings like contour lines; 3 to 4. */
export function portraitSvg(name: string): Buffer {
  const random = dice('portrait', name);
  const [hair, cloth, ground, skin] = [random.pick(HAIR), random.pick(CLOTH), random.pick(GROUND), random.pick(SKIN)];
  const [behind, before] = random.pick(CUTS);
  const [x, y] = [random.int(20, 340), random.int(20, 180)];
  const rings = Array.from({ length: 9 }, (_, ring) => `<circle cx="${x}" cy="${y}" r="${60 + ring * 44}"/>`).join('');
  const path = (d: string, fill: string) => (d === '' ? '' : `<path d="${d}" fill="${fill}"/>`);
  const glasses = random.chance(0.35)
    ? `<g fill="none" stroke="${hair}" stroke-width="4"><circle cx="154" cy="200" r="20"/><circle cx="206" cy="200" r="20"/><path d="M174 198h12"/></g>`
    : '';
  return Buffer.from(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="480" viewBox="0 0 360 480">',
      path('M0 0h360v480H0z', ground),
      `<g fill="none" stroke="#9a7a45" stroke-opacity=".22" stroke-width="2">${rings}</g>`,
      path(behind, hair),
      path('M28 480c0-104 56-150 112-160h80c56 10 112 56 112 160z', cloth),
      path('M150 250h60v70q-30 34-60 0z', skin),
      path(random.pick(WEAR), random.pick(['#fff', '#f3eee3', '#dfe5ea'])),
      `<ellipse cx="180" cy="200" rx="66" ry="82" fill="${skin}"/>`,
      path(before, hair),
      glasses,
      '</svg>\n',
    ].join(''),
  );
}
