import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { mayDoSomewhere } from '#rules/staff-rights.ts';
import { wordsOf } from '../calls/call.ts';
import { useChanged, useMe, useRead, useSend } from '../calls/use-calls.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { StepButtons, type StepProps } from './MovingInScreen.tsx';

const LISTED = 50;

/** MI14: old addresses of what is public by now, into the setting that leads on. */
export function AddressStep({ found: { importId, folder } }: StepProps) {
  const { data: me } = useMe();
  const { data, error, mutate } = useRead('GET /moving-in/:importId/addresses', { importId });
  const send = useSend();
  const changed = useChanged();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [made, setMade] = useState<number>();
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'setting.change');
  const make = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      const { editionId } = await send('POST /moving-in/:importId/addresses', { importId });
      setMade(editionId);
      await changed();
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Panel title="旧地址">
        <Loaded of={{ data, error, retry: () => void mutate() }}>
          {({ known, fresh, waiting, unmatched }) => (
            <>
              <dl className="facts">
                <dt>已经知道新地址</dt>
                <dd>{`${known.toLocaleString('zh-CN')} 篇，其中 ${fresh.toLocaleString('zh-CN')} 篇还没有加入设置`}</dd>
                <dt>等待发布</dt>
                <dd>{`${waiting.toLocaleString('zh-CN')} 篇`}</dd>
              </dl>
              {waiting > 0 && <p>文章发布时才得到编号和地址。请在稿件发布后再来这里。</p>}
              {unmatched.length > 0 && (
                <Alert
                  type="warning"
                  showIcon
                  title={`${unmatched.length} 篇发布时改了标题、栏目或日期，或没有发布，请在“设置 / 旧地址”中自行填写`}
                  description={
                    <ul className="bullets moving-in-address">
                      {unmatched.slice(0, LISTED).map((address) => (
                        <li key={address}>{address}</li>
                      ))}
                      {unmatched.length > LISTED && <li>{`另有 ${unmatched.length - LISTED} 篇`}</li>}
                    </ul>
                  }
                />
              )}
              {problem !== '' && <Alert type="error" showIcon title={problem} role="alert" />}
              {made === undefined ? (
                <>
                  <Button
                    type="primary"
                    disabled={fresh === 0 || !mayChange}
                    loading={isBusy}
                    onClick={() => void make()}
                  >
                    {fresh === 0 ? '没有可以加入的' : `把 ${fresh.toLocaleString('zh-CN')} 条旧地址存成稿件`}
                  </Button>
                  {!mayChange && <p className="quiet">只有栏目管理人员可以修改设置；请他们打开“设置 / 旧地址”。</p>}
                </>
              ) : (
                <Alert
                  type="success"
                  showIcon
                  title="已存成稿件，提交审核、发布后生效"
                  description={<Link to={`/editions/${made}`}>{`打开第 ${made} 号稿件`}</Link>}
                />
              )}
            </>
          )}
        </Loaded>
      </Panel>
      {folder && <StepButtons importId={importId} step="addresses" />}
    </>
  );
}
