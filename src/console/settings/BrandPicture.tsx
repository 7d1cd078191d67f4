import { Button } from 'antd';
import { useState } from 'react';
import type { AcceptedFile } from '#wire/console-answers.ts';
import { fileSize } from '#rules/files/file-size.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { fileHref } from '../files/send-file.ts';

interface Props {
  /** name of the choice, such as 标志 */
  label: string;
  /** filepath; absent: none */
  value: string | undefined;
  alt: string;
  accept: 'svg|png' | 'png';
  /** bytes */
  most: number;
  advice: string;
  /** shown on the dark ground that it is made for */
  isDark?: boolean;
  /** problem of the chosen one; '' for none */
  problem: string;
  onStored: (filepath: string) => void;
  onRemove: () => void;
}

/** A picture of the brand: small enough for every page, drawn where that is possible. */
export function BrandPicture({ label, value, alt, accept, most, advice, isDark, problem, onStored, onRemove }: Props) {
  const [refused, setRefused] = useState('');
  const kinds = accept === 'png' ? 'PNG' : 'SVG 或 PNG';
  const take = ({ filepath, filename }: AcceptedFile): void => {
    const fits = accept.split('|').includes(filepath.split('.').at(-1)!);
    setRefused(fits ? '' : `“${filename}”不是 ${kinds} 图片，没有采用；请导出为 ${kinds} 后再选`);
    if (fits) onStored(filepath);
  };
  return (
    <div className="picture-field brand-picture">
      {value !== undefined && (
        <>
          <img src={fileHref(value)} alt={alt} className={isDark ? 'brand-picture__dark' : undefined} />
          <Button size="small" onClick={onRemove}>
            {`移除${label}`}
          </Button>
        </>
      )}
      <FileDrop
        label={value === undefined ? `选择${label}` : `换一张${label}`}
        hint={`${kinds}，最大 ${fileSize(most)}。${advice}`}
        accept={accept === 'png' ? 'image/png' : 'image/svg+xml,image/png'}
        isPicture
        most={most}
        onStored={take}
      />
      {(refused || problem) !== '' && (
        <p role="alert" className="ant-form-item-explain-error">
          {refused || problem}
        </p>
      )}
    </div>
  );
}
