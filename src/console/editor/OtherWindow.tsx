import { Alert } from 'antd';
import type { Windows } from './use-windows.ts';
import { LinkButton } from '../parts/LinkButton.tsx';

/**
 * Acts of the same person's other windows on this form. @param isDraft it goes on with an edition that is there already
 */
export function OtherWindow({
  of: { isElsewhere, savedAs },
  isDraft,
}: {
  of: Pick<Windows, 'isElsewhere' | 'savedAs'>;
  isDraft: boolean;
}) {
  if (savedAs !== null) {
    return (
      <Alert
        type="warning"
        showIcon
        role="alert"
        className="above-form"
        title={isDraft ? '您在另一个窗口保存了这份稿件' : `您在另一个窗口已把它保存为第 ${savedAs} 号稿件`}
        description={
          isDraft
            ? '在这里填写的内容没有变。保存时会先与那一版核对，不会盖掉它。'
            : '在这里保存会成为另一份稿件。要接着修改，请打开那一份。'
        }
        action={!isDraft && <LinkButton to={`/editions/${savedAs}`}>{`打开第 ${savedAs} 号稿件`}</LinkButton>}
      />
    );
  }
  return isElsewhere ? (
    <Alert
      type="info"
      showIcon
      className="above-form"
      title="这个表单也在您的另一个窗口中打开"
      description="两个窗口填写的内容互不影响；先在一处保存后，另一处会提示。"
    />
  ) : null;
}
