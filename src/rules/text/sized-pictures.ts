import { FILE_BASE } from '../files/filepath.ts';
import { sourcesOf, type PictureSizes } from '../files/small-picture.ts';

/** px; the text's measure, which a drawing may leave (tokens.css) */
const COLUMN = 782;

/**
 * ML4: authored HTML whose own pictures have their width and height, and are offered in the widths that their place
 * needs.
 * @param html sanitised on the way in, so its tags are well-formed
 * @param pictures sizes of its own pictures, as far as they are known
 */
export const withSizes = (html: string, pictures: PictureSizes): string =>
  pictures.length === 0 ? html : html.replace(/<img\b[^>]*>/gi, (image) => withSize(image, pictures));

function withSize(image: string, pictures: PictureSizes): string {
  const address = attributeOf(image, 'src');
  const own = pictures.find(({ filepath }) => FILE_BASE + filepath === address);
  if (!own) return image;
  const width = Number(attributeOf(image, 'width')) || own.width;
  const place = Math.min(width, COLUMN);
  const height = Math.round((width * own.height) / own.width);
  const srcset = sourcesOf(FILE_BASE + own.filepath, own.width);
  const sources = srcset && ` srcset="${srcset}" sizes="(max-width: ${place}px) 100vw, ${place}px"`;
  return image
    .replace(/\s(?:width|height)="[^"]*"/gi, '')
    .replace(/\s*\/?>$/, (end) => ` width="${width}" height="${height}"${sources}${end}`);
}

const attributeOf = (image: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(image)?.[1];
