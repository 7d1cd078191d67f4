import { Link, useParams } from 'react-router-dom';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';

/** The end of the wizard: what happens next, and where to follow it. */
export function ChannelSent() {
  const { editionId = '' } = useParams();
  return (
    <Screen
      title="已提交审核"
      above={[{ to: '/new-channel', name: '新建公示栏目' }]}
      purpose="新栏目已成为一份稿件，正在等待审核。网站上还没有任何变化。"
      actions={<LinkButton to={`/editions/${editionId}`}>查看稿件</LinkButton>}
    >
      <Panel title="接下来">
        <ol className="steps">
          <li>有审核权限的同事会在工作台的“待我审核”中看到它。撰写人自己不能审核。</li>
          <li>审核人同意后，由发布人员立即发布或定时发布；退回时会写明原因，您可以修改后再次提交审核。</li>
          <li>发布后一秒内，新栏目就在网站的菜单和地址上。</li>
        </ol>
        <p>
          以后更新表格中的数据，导入新的文件即可；文章在“文章”中修改。<Link to="/new-channel">再新建一个栏目</Link>
        </p>
      </Panel>
    </Screen>
  );
}
