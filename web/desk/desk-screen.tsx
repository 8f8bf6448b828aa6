import { DeskGate } from './desk-gate.tsx'

/** `/desk`. */
export const Screen = () => <DeskGate page="overview" />
