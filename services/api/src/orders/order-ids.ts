import { v5 as uuidV5 } from 'uuid';

/** Ids are UUID v5 of the command's key within a namespace, so that a repeat finds what the first call has made. */
const ORDER_NAMESPACE = '0d9c0a52-6e0f-4a3b-9a5d-4f2f6c1f9b7e';
const NOTE_NAMESPACE = '6f1d1f0e-2f51-4a0e-8a55-3a8c7d6d3c11';
const REFUND_NAMESPACE = 'b0f4c3a8-0d3a-4b59-9f3e-5f0a7f6b2d90';

export const orderIdOf = (key: string): string => uuidV5(key, ORDER_NAMESPACE);
export const itemIdOf = (orderId: string, index: number): string => uuidV5(`${index}`, orderId);
export const noteIdOf = (key: string): string => uuidV5(key, NOTE_NAMESPACE);
/** Returns the id of a refund that support asks for. */
export const refundIdOf = (key: string): string => uuidV5(key, REFUND_NAMESPACE);
/** Returns the id of a refund that an order has at most once. */
export const onlyRefundIdOf = (orderId: string, why: 'cancelled' | 'late'): string => uuidV5(why, orderId);
