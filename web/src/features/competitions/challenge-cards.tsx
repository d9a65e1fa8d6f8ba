import { challengeKinds } from '@easel/contracts/competitions/kinds';
import { challenges } from '@easel/contracts/competitions/names';
import { Frame, Shirt } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PageLink } from '../../ui/page-link.tsx';
import { challengeWords } from './challenge-words.ts';
import styles from './challenge-cards.module.css';

/** Loaded when the cards are in view, to keep the page above them light. */
const CardState = lazy(() => import('./card-state.tsx'));

const ICONS = { tshirt: Shirt, poster: Frame };

/** spec: public-and-commerce §2.3: links to both challenges. */
export function ChallengeCards() {
  const section = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!section.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(section.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={section} className={styles.section} aria-labelledby="challenges">
      <h2 id="challenges">Design challenges</h2>
      <ul className={styles.cards}>
        {challengeKinds.map((kind) => {
          const { name, path } = challenges[kind];
          const Icon = ICONS[kind];
          return (
            <li key={kind}>
              <PageLink to={path} className={styles.card}>
                <Icon size={28} aria-hidden="true" />
                <span className={styles.name}>{name}</span>
                <span className={styles.says}>{challengeWords[kind].lead}</span>
                <span className={styles.says}>
                  {isSeen && (
                    <Suspense>
                      <CardState kind={kind} />
                    </Suspense>
                  )}
                </span>
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
