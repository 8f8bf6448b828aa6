import { DamagedNote } from '../../ui/note/damaged-note.tsx'
import { StaffNote } from './editing/staff-access.tsx'
import { KitchenFrame } from './kitchen-frame.tsx'
import { MenuEditor } from './menu/menu-editor.tsx'
import './editing/editing.css'
import './menu/menu.css'

/** `/kitchen/:slug/menu`. */
export const Screen = () => (
  <KitchenFrame tab="menu">
    {(at) => (
      <>
        <StaffNote kitchen={at.kitchen} what="the menu and say what is sold out" />
        <DamagedNote rows={at.kitchen.damaged} kind={['dish', 'dishes']} />
        <MenuEditor {...at} />
      </>
    )}
  </KitchenFrame>
)
