/**
 * A bar chart: the bar of each measure shows its value as a share of that measure's maximum. Has few words, so that it
 * is readable on a phone.
 */
export interface BarFigure {
  title: string;
  bars: { name: string; value: string; share: number }[];
}

const WIDTH = 760;
const [TOP, ROW, LEFT, RIGHT] = [64, 52, 210, 90];

const figureHeight = ({ bars }: BarFigure): number => TOP + bars.length * ROW + 44;

export function barFigureSvg(figure: BarFigure): Buffer {
  const height = figureHeight(figure);
  const room = WIDTH - LEFT - RIGHT;
  const bars = figure.bars.map(({ name, value, share }, place) => {
    const y = TOP + place * ROW;
    const width = Math.round(Math.max(0.04, Math.min(1, share)) * room);
    return `<text x="${LEFT - 16}" y="${y + 24}" text-anchor="end" font-size="16" fill="#1A2028">${name}</text><rect x="${LEFT}" y="${y + 6}" width="${room}" height="26" fill="#F5F6F8"/><rect x="${LEFT}" y="${y + 6}" width="${width}" height="26" fill="${place === 0 ? '#B8141B' : '#0B1F3F'}"/><text x="${LEFT + room + 14}" y="${y + 25}" font-size="16" fill="#4A5462">${value}</text>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"><title>${figure.title}</title><rect width="${WIDTH}" height="${height}" fill="#FFFFFF"/><text x="0" y="30" font-size="20" font-weight="700" fill="#0B1F3F">${figure.title}</text><path d="M0 46H${WIDTH}" stroke="#9A7A45"/>${bars.join('')}<text x="0" y="${height - 12}" font-size="14" fill="#6B7684">长度为各项相对近三年高点的比例；示例研究所，演示数据</text></svg>`,
  );
}

/** The HTML that replaces {figure}: the picture, and its numbers as text for those who cannot see it. */
export function figureHtml(figure: BarFigure, filepath: string): string {
  const words = figure.bars.map(({ name, value }) => `${name} ${value}`).join('，');
  return `<img src="/static-file/${filepath}" alt="${figure.title}：${words}" width="${WIDTH}" height="${figureHeight(figure)}">`;
}
