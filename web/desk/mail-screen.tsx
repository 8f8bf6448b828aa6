import { DeskGate } from './desk-gate.tsx'

/** `/desk/mail`. */
export const Screen = () => <DeskGate page="mail" />
