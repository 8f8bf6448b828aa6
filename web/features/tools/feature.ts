import type { WebFeature } from '../../kit/web-feature.ts'
import { ToolsMenuGroup } from './tools-group.tsx'

export const toolsFeature: WebFeature = {
  name: 'tools',
  switchedBy: 'accounts',
  deskPages: [{ path: '/desk/tools', title: 'Tools', group: 'Content', screen: 'desk/tools/tools.tsx' }],
  MenuGroup: ToolsMenuGroup,
}
