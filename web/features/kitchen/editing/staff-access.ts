import type { ManagedKitchen } from '#contract/kitchen.ts'
import './editing.css'

/** Whether the reader may change the kitchen: its owners and admins may. Staff may only mark items as sold out. */
export const mayEdit = ({ role }: ManagedKitchen): boolean => role !== 'staff'
