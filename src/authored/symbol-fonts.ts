/**
 * Drawings of symbol fonts for the codes 0x21 to 0xFF, in characters that ordinary fonts have; a space stands for what
 * none of them draws.
 */
const DRAWN: Readonly<Record<string, string>> = {
  symbol:
    '!∀#∃%&∍()*+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}~                                 €ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭',
  webdings:
    '                  ⏴⏵⏶⏷⏪⏩⏮⏭⏸⏹⏺                           ♥      ⮔✔ □   ■      ●   ✗❓   ⛳⦸⊖  ⏐          ⛷                ✯                                                                ☁              Ⓟ♿',
  wingdings:
    ' ✂✁    ☎✆✉           ⌛       ✇✍ ✌   ☜☞☝☟ ☺ ☹  ⚐⚑✈☼ ❄ ✞ ✠✡☪☯ ☸♈♉♊♋♌♍♎♏♐♑♒♓  ●○■□□❑❒◆⧫◆❖◆☒⮹⌘    □⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿        ••▪○◎◉◎◎○▪☐ ★★✶   ⌖⌖⯎⯏⯑✪✰            ⮰⮱⮲⮳⮴⮵⮶⮷          ⌫⌦⮘➢⮙⮛⮈➔⮉⮋←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂  ✗✓☒☑',
  'wingdings 2':
    '    ✄✀                                        ✗✓☒☑☒☒⮾⮿ ⦸    ‽           ⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿ ☉ ☽☾⸿✝               ··⦁●○○○◉⊙⦿▪▪◾■□□□□▣▣▣   ◆◆◇◈◈ ◇ ◇◆◆◊◆◖◗⯊⯋⯀⯁⬟⯂⬣⬢⯃⯄                                     ✶    ✹  ✯  ⯌⯍※⁂',
  'wingdings 3':
    '←→↑↓⭦⭧⭩⭨⭰⭲⭱⭳⭶⭸⭻⭽↔↕⭪⭬⭫⭭⭍⮠⮡⮢⮣⮤⮥⮦⮧⮐⮑⮒⮓⮀⮃⭾⭿⮄⮆⮅⮇⮏⮍⮎⮌⭮⭯⎋⌤⌃⌥␣⍽⇪⮸            ←→↑↓↖↗↙↘  ▲▼△▽◀▶◁▷◣◢◤◥     ⯅⯆⯇⯈⮜⮞⮝⮟                                                                ⮨⮩⮪⮫⮬⮭⮮⮯',
  zapfdingbats:
    '✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞                                  ❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯ ➱➲➳➴➵➶➷➸➹➺➻➼➽➾',
  // fonts of formulas and of signs of which no ordinary font has most
  'mt extra': '',
};

/** Other names of these fonts. */
const ALIASES: Readonly<Record<string, string>> = {
  symbolmt: 'symbol',
  symbolps: 'symbol',
  symbolstd: 'symbol',
  euclidsymbol: 'symbol',
  standardsymbolsps: 'symbol',
  standardsymbolsl: 'symbol',
  wingdings2: 'wingdings 2',
  wingdings3: 'wingdings 3',
  zapfdingbatsitc: 'zapfdingbats',
  itczapfdingbats: 'zapfdingbats',
  dingbats: 'zapfdingbats',
  monotypesorts: 'zapfdingbats',
  mtextra: 'mt extra',
  euclidextra: 'mt extra',
  euclidmathone: 'mt extra',
  euclidmathtwo: 'mt extra',
  bookshelfsymbol7: 'mt extra',
  marlett: 'mt extra',
  msreferencespecialty: 'mt extra',
};

/** Characters that Windows writes for the codes 0x80 to 0x9F. */
const WINDOWS =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

/** Names in a list of font families. */
const familiesIn = (families: string): string[] =>
  [...families.matchAll(/"([^"]*)"|'([^']*)'|([^,"']+)/g)]
    .map(([, double, single, bare]) => (double ?? single ?? bare ?? '').trim())
    .filter((name) => name !== '');

/** 'Wingdings-Regular' and 'WingdingsRegular' are 'wingdings', too. */
function symbolFontNamed(family: string): string {
  const name = family.toLowerCase();
  if (Object.hasOwn(DRAWN, name)) return name;
  const short = name.replaceAll(/[\s_-]+/g, '').replace(/(?:regular|bold|italic|roman)$/, '');
  return Object.hasOwn(DRAWN, short) ? short : (ALIASES[short] ?? '');
}

/** 'wingdings 2', the symbol font that a list of font families asks for first; '' for another font. */
export const symbolFontOf = (families: string): string => symbolFontNamed(familiesIn(families)[0] ?? '');

/** The symbol font that such a list asks for where those before it are not there; '' for none. */
export function laterSymbolFontOf(families: string): string {
  const [first = '', ...others] = familiesIn(families).map(symbolFontNamed);
  return first === '' ? (others.find((name) => name !== '') ?? '') : '';
}

/**
 * AC4: text in a symbol font as a reader sees it.
 * @param font of symbolFontOf
 * @returns unknown: characters whose sign no ordinary font has; they are left out
 */
export function readSymbols(text: string, font: string): { text: string; changed: number; unknown: number } {
  const table = DRAWN[font]!;
  const read = { text: '', changed: 0, unknown: 0 };
  for (const character of text) {
    const code = character.codePointAt(0)!;
    // Word puts the codes of a symbol font into the private area, too
    const own = code >= 0xf021 && code <= 0xf0ff ? code - 0xf000 : code;
    const place = WINDOWS.indexOf(character);
    const drawn =
      own > 0x20 && own <= 0xff && own !== 0xa0 ? (table[own - 0x21] ?? ' ') : place < 0 ? '' : table[0x5f + place];
    // the font has no other character: it is drawn in another one
    if (drawn === '' || drawn === undefined || (drawn === ' ' && place >= 0)) read.text += character;
    else if (drawn === ' ') read.unknown += 1;
    else {
      read.text += drawn;
      if (drawn !== character) read.changed += 1;
    }
  }
  return read;
}
