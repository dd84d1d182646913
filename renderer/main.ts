import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { connect } from './state/app.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no element for the app');
connect();
mount(App, { target });
