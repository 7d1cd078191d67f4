import { Alert, Button, Space } from 'antd';
import { withRenamed } from './upload-words.ts';
import type { Wizard } from './use-wizard.ts';

/** RG10: what became of the settings with the file that was uploaded again, and the way back to the one before. */
export function UploadMessage({ wizard: { state, change } }: { wizard: Wizard }) {
  const { upload } = state;
  if (!upload) return null;
  const { title, lines, isWarning, before, renamed = [] } = upload;
  const read = (): void => change({ upload: undefined });
  const goBack = (): void =>
    change({
      proposed: undefined,
      lost: undefined,
      ...before!,
      upload: { title: `已用回原来的文件“${before!.file?.filename ?? ''}”和当时的设置`, lines: [], isWarning: false },
    });
  return (
    <Alert
      type={isWarning ? 'warning' : 'info'}
      showIcon
      role="status"
      className="above-form wizard-upload"
      title={title}
      description={
        <>
          {lines.length > 0 && (
            <ul className="bullets">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {renamed.map((one) => (
            <p key={one.to}>
              {`“${one.to}”与没有了的“${one.from}”相像，可能是同一列改了标题。`}
              <Button size="small" onClick={() => change((now) => withRenamed(now, one))}>
                {`是改了标题，沿用“${one.from}”的设置`}
              </Button>
            </p>
          ))}
          <Space wrap>
            <Button size="small" onClick={read}>
              知道了
            </Button>
            {before && (
              <Button size="small" onClick={goBack}>
                用回原来的文件和设置
              </Button>
            )}
          </Space>
        </>
      }
    />
  );
}
