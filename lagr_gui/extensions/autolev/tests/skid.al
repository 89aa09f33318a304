% Goldschmidt: a skid with a blade
autoz on
newtonian n
bodies k
points o, p
variables q{3}', u{3}', f, m
constants g, l1, mk, ik{6}
q1'=u1
q2'=u2
q3'=u3
simprot(n, k, 3, q3)
p_o_ko>=q1*n1>+q2*n2>
p_o_p>=q1*n1>+q2*n2>-l1*k1>
angvel(n, k)
v_ko_n>=dt(p_o_ko>, n)
v_p_n>=dt(p_o_p>, n)
dependent[1]=dot(v_p_n>, k2>)
constrain(dependent[u2])
alf_k_n>=dt(w_k_n>, n)
a_ko_n>=dt(v_ko_n>, n)
force(ko, -mk*g*n3>)
force(ko, f*k1>)
torque(k, m*n3>)
mass k=mk
inertia k, ik1, ik2, ik3, ik4, ik5, ik6
zero=fr()+frstar()
kane()
output t, q1, q2, q3, u1, u2, u3
units t=s, q1=m, q2=m, q3=rad, u1=m/s, u2=m/s, u3=rad/s, f=N, m=Nm
units g=m/s^2, l1=m, mk=kg, ik{1:6}=kg*m^2
code dynamics() kufe.c, subs
solve(zero, [u1', u3'])
save kufe.all
