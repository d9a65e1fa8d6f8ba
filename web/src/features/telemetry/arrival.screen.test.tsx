import { beforeEach, expect, test } from 'vitest';
import { landing, untoldLanding } from './arrival.ts';
import { noteArrival } from './arrived.ts';

const at = (address: string): Location => new URL(address) as unknown as Location;
beforeEach(() => sessionStorage.clear());

test('a visit begins where the tab came first, from whatever host led there', () => {
  noteArrival(at('https://easel.example/image/7?ref=FRIEND'), 'https://pictures.example/somebody?q=secret');
  noteArrival(at('https://easel.example/register'), 'https://easel.example/image/7');
  expect(landing()).toEqual({ landing: '/image/:id', referrerHost: 'pictures.example' });
});

test('of who came by themselves no host is told, and of a page that is not there no path', () => {
  noteArrival(at('https://easel.example/no/such/page'), '');
  expect(landing()).toEqual({ landing: 'other', referrerHost: null });
});

test('a tab that our own link has opened begins no visit', () => {
  noteArrival(at('https://easel.example/cart'), 'https://easel.example/search');
  expect(landing()).toBeUndefined();
  expect(untoldLanding()).toBeUndefined();
});

test('a visit is told once, and known from then on', () => {
  noteArrival(at('https://easel.example/search'), '');
  expect(untoldLanding()).toEqual({ landing: '/search', referrerHost: null });
  expect(untoldLanding()).toBeUndefined();
  expect(landing()).toEqual({ landing: '/search', referrerHost: null });
});
