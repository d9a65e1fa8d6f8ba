import { brand } from '@easel/contracts/brand';
import { ArrowLeft, Globe, Heart, Lock, Sparkles, Sprout, Zap } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './about-page.module.css';

const features = [
  { Icon: Zap, name: 'Lightning Fast', text: 'From a sentence to a picture while you think of the next one.' },
  {
    Icon: Heart,
    name: 'User-First Design',
    text: 'A tool that gets out of the way: keyboard, screen reader, phone or large screen.',
  },
  { Icon: Sparkles, name: 'Professional Quality', text: 'Sizes for print, formats for work, colours that hold.' },
  {
    Icon: Globe,
    name: 'Global Community',
    text: 'A public gallery, open to everyone, and monthly design challenges.',
  },
  { Icon: Lock, name: 'Secure & Private', text: 'Your images are yours and stay private until you say otherwise.' },
  { Icon: Sprout, name: 'Always Evolving', text: 'New models and tools come in as soon as they are good enough.' },
] as const;

const values = [
  { name: 'Innovation', text: 'We try what is new, and keep what proves itself.' },
  { name: 'Accessibility', text: 'Making pictures should not depend on budget, device or ability.' },
  { name: 'Community', text: 'Those whose pictures are bought share in what they earn.' },
  { name: 'Quality', text: 'A result that has to be excused is not finished.' },
  { name: 'Transparency', text: 'Prices before the click, reasons with every refusal.' },
  { name: 'Ethics', text: 'We respect the work and the likeness of others, and ask the same of members.' },
] as const;

/** spec: public-and-commerce §2.16 "About". */
export default function AboutPage() {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <Page
      heading={`About ${brand.name}`}
      lead="A studio for pictures that begin as words."
      actions={
        <Button onClick={() => void (key === 'default' ? navigate('/') : navigate(-1))}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back
        </Button>
      }
    >
      <div className={styles.about}>
        <section className={styles.words}>
          <h2>Our Mission</h2>
          <p>
            Anyone who can say what they see in their mind should be able to show it. We build the tools for that: quick
            to try, exact when it matters, and honest about what they cost.
          </p>
        </section>
        <section aria-labelledby="features">
          <h2 id="features" className="visually-hidden">
            What you get
          </h2>
          <ul className={styles.features}>
            {features.map(({ Icon, name, text }) => (
              <li key={name}>
                <Icon size={24} aria-hidden="true" />
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.words}>
          <h2>Our Story</h2>
          <h3>The Beginning</h3>
          <p>
            {brand.name} started with a designer’s complaint: the idea was there in a minute, the sketch took a day. A
            first version drew one picture at a time for a handful of friends, and they would not give it back.
          </p>
          <h3>Today & Tomorrow</h3>
          <p>
            Today members generate, publish, sell and print in one place, and enter monthly challenges. Where the
            provider can, they replace a part of a picture. An image editor is not available yet. Tomorrow belongs to
            it, to finer control, and to more ways for those who make pictures to live by them.
          </p>
        </section>
        <section aria-labelledby="values">
          <h2 id="values">Our Values</h2>
          <dl className={styles.values}>
            {values.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Page>
  );
}
