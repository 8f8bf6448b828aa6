import { App } from '@capacitor/app'
import type { MemoryHistory } from './memory-history.ts'

/** The hardware's back button, or its gesture: closes what lies above the page, else goes back, and at the start leaves. */
export function goBack({ isAtStart, navigator }: MemoryHistory): void {
  const above = [...document.querySelectorAll<HTMLElement>('dialog[open], [popover]:popover-open')].at(-1)
  if (above instanceof HTMLDialogElement) close(above)
  else if (above) above.hidePopover()
  else if (!isAtStart()) navigator.go(-1)
  else App.minimizeApp()
}

/** As Escape does: what is in the dialog may want to keep it open. */
function close(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}
