import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { usePublished, useRead, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';

/** ST6: setting up has not ended yet; whoever may ends it. */
export function Opening() {
  const { data: opening } = useRead('GET /opening');
  const again = usePublished();
  const [isOpen, setOpen] = useState(false);
  const send = useSend();
  const { message } = App.useApp();
  if (!opening || opening.isOpened) return null;
  const open = async (): Promise<void> => {
    await send('POST /opening');
    await again();
    void message.success('初始设置已结束，可以发布稿件了');
  };
  return (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title="初始设置还没有结束"
      description={
        <>
          <p>
            访客现在看到的是“网站正在准备”。结束以前，系统管理员任命人员不需要第二个人确认，每次任命在操作记录中标明“初始设置”；稿件可以撰写和审核，还不能发布。
          </p>
          {opening.whyNot !== '' && <p>{opening.whyNot}</p>}
          {isOpen && (
            <Confirm title="结束初始设置？" action="结束初始设置" onConfirm={open} onClose={() => setOpen(false)}>
              {opening.lacking.length > 0 && (
                <Alert
                  type="warning"
                  showIcon
                  className="above-form"
                  title="结束以前请核对"
                  description={
                    <ul className="bullets">
                      {opening.lacking.map((words) => (
                        <li key={words}>{words}</li>
                      ))}
                    </ul>
                  }
                />
              )}
              结束以后可以发布稿件，网站要到开通时访客才看得到；审核、发布和系统管理的角色，从此须由另一位系统管理员确认。结束不能撤销，请先核对人员和角色。
            </Confirm>
          )}
        </>
      }
      action={opening.whyNot === '' && <Button onClick={() => setOpen(true)}>结束初始设置</Button>}
    />
  );
}
