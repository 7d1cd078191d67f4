import { SHARE_SIZE } from '#rules/look/brand.ts';
import { CallFailed } from '../calls/call.ts';
import { sendFile } from '../files/send-file.ts';

/** Pictures that the browser of an editor draws of what a firm has: no text, nothing of anybody else. */

/** pixels, of one side */
const ICON = 512;

interface Size {
  width: number;
  height: number;
}

function load(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image), { once: true });
    image.addEventListener('error', () => reject(new CallFailed('unfit', '这张图片打不开，请换一张')), { once: true });
    image.src = address;
  });
}

/** Size of a stored picture, in pixels. @throws CallFailed where it has none, or cannot be opened */
export async function readSize(address: string): Promise<Size> {
  const { naturalWidth: width, naturalHeight: height } = await load(address);
  if (width === 0 || height === 0)
    throw new CallFailed('unfit', '这个 SVG 没有写明宽和高，请在绘图软件里设定后重新导出，或用 PNG');
  return { width, height };
}

/** Whether all four corners of a picture are painted, as those of one without a transparent ground are. @throws CallFailed */
export async function hasOwnGround(address: string): Promise<boolean> {
  const image = await load(address);
  const size = 64;
  const pen = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d')!;
  pen.drawImage(image, 0, 0, size, size);
  const { data } = pen.getImageData(0, 0, size, size);
  const last = size * size - 1;
  return [0, size - 1, last - size + 1, last].every((at) => data[at * 4 + 3] === 255);
}

/** Draws, stores as PNG. @returns filepath @throws CallFailed */
async function drawn(size: Size, name: string, draw: (pen: CanvasRenderingContext2D) => void): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const pen = canvas.getContext('2d')!;
  draw(pen);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new CallFailed('unfit', '图片没有画成，请换一个浏览器再试');
  const file = new File([blob], name, { type: 'image/png' });
  const { signal } = new AbortController();
  return (await sendFile(file, { onProgress: () => {}, signal, isPicture: true })).filepath;
}

/** Puts a picture into the middle of a box, as large as it fits. */
function place(pen: CanvasRenderingContext2D, image: CanvasImageSource, { width, height }: Size, box: Size): void {
  const scale = Math.min(box.width / width, box.height / height);
  const [wide, high] = [width * scale, height * scale];
  pen.drawImage(image, (pen.canvas.width - wide) / 2, (pen.canvas.height - high) / 2, wide, high);
}

/** The icon of a phone's desktop: on white, with a margin that round corners may take. @returns filepath @throws CallFailed */
export async function drawLargeIcon(address: string): Promise<string> {
  const image = await load(address);
  const size = await readSize(address);
  return drawn({ width: ICON, height: ICON }, 'icon.png', (pen) => {
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, ICON, ICON);
    place(pen, image, size, { width: ICON * 0.84, height: ICON * 0.84 });
  });
}

/**
 * Picture that networks show of a page: the logo on white, framed by the main colour. @returns filepath @throws
 * CallFailed
 */
export async function drawShare(logo: Size & { src: string }, ground: string): Promise<string> {
  const image = await load(logo.src);
  const { width, height } = SHARE_SIZE;
  return drawn(SHARE_SIZE, 'share.png', (pen) => {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = '#ffffff';
    pen.fillRect(60, 60, width - 120, height - 120);
    place(pen, image, logo, { width: width - 360, height: height - 330 });
  });
}
