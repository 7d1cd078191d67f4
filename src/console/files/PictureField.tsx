import { Button } from 'antd';
import { FileDrop } from './FileDrop.tsx';
import { fileHref } from './send-file.ts';

interface Props {
  /** filepath, '' for none */
  value?: string;
  onChange?: (filepath: string) => void;
  /** words for those who cannot see the picture */
  alt: string;
  /** demands on the file besides its type and size */
  advice?: string;
}

/** One picture: shown, changed and taken away. */
export function PictureField({ value = '', onChange = () => {}, alt, advice = '' }: Props) {
  return (
    <div className="picture-field">
      {value !== '' && (
        <>
          <img src={fileHref(value)} alt={alt} />
          <Button size="small" onClick={() => onChange('')}>
            移除图片
          </Button>
        </>
      )}
      <FileDrop
        label={value === '' ? '选择图片' : '换一张图片'}
        hint={`PNG、JPG、GIF 或 WebP，最大 10 MB。${advice}`}
        accept="image/png,image/jpeg,image/gif,image/webp"
        isPicture
        onStored={({ filepath }) => onChange(filepath)}
      />
    </div>
  );
}
